# hitbox_import_lua(MODULE LUA INCLUDE_DIR...): let a module take Lua's functions from LUA.dll, as
# lua51.dll is in LÖVE. Of that file only the names are needed, which Lua's headers have.

find_program(DLLTOOL ${CMAKE_DLLTOOL} NAMES x86_64-w64-mingw32-dlltool dlltool REQUIRED)

function(hitbox_import_lua module lua)
    find_path(${lua}_headers lua.h PATHS ${ARGN} NO_DEFAULT_PATH REQUIRED)
    set(names "")
    foreach(header lua.h lauxlib.h)
        file(READ ${${lua}_headers}/${header} text)
        string(REGEX MATCHALL "\\(luaL?_[A-Za-z_]+\\) *\\(" found "${text}")
        list(APPEND names ${found})
    endforeach()
    list(TRANSFORM names REPLACE "[() ]" "")
    list(REMOVE_DUPLICATES names)
    list(JOIN names "\n" names)
    set(made ${PROJECT_BINARY_DIR}/generated/${lua})
    file(CONFIGURE OUTPUT ${made}.def CONTENT "LIBRARY @lua@.dll\nEXPORTS\n@names@\n" @ONLY)
    add_custom_command(
        OUTPUT ${made}.a
        DEPENDS ${made}.def
        COMMAND ${DLLTOOL} -d ${made}.def -l ${made}.a
        COMMENT "Naming the functions of ${lua}.dll")
    target_sources(${module} PRIVATE ${made}.a)
    target_link_libraries(${module} PRIVATE ${made}.a)
    # So that they are called without a jump on the way.
    target_compile_definitions(${module} PRIVATE LUA_BUILD_AS_DLL)
    # No player has GCC's own library.
    target_link_options(${module} PRIVATE -static-libgcc)
endfunction()
