# Write the file INPUT as a C array to the file OUTPUT, which then declares
#
#     const char NAME[];          (its bytes, without a zero at the end)
#     const unsigned NAME_size;
#
# Use: cmake -DINPUT=host.lua -DOUTPUT=host_lua.c -DNAME=host_lua -P embed.cmake

file(READ ${INPUT} bytes HEX)
string(LENGTH "${bytes}" size)
math(EXPR size "${size} / 2")
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUTPUT} "extern const char ${NAME}[];
extern const unsigned ${NAME}_size;
const char ${NAME}[] = {${bytes}};
const unsigned ${NAME}_size = ${size};
")
