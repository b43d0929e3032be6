# Write the Lua files of the sandbox as a table in C to the file OUTPUT: see src/sandbox/host/parts.h.
#
# Use: cmake -DFOLDER=src/sandbox -DOUTPUT=parts.c -P embed.cmake

file(GLOB_RECURSE inputs ${FOLDER}/*.lua)
set(texts)
set(entries)
foreach(input IN LISTS inputs)
    cmake_path(GET input STEM name)
    file(READ ${input} bytes HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND texts "static const char ${name}_lua[] = {${bytes}};\n")
    string(APPEND entries "    {\"${name}\", ${name}_lua, sizeof ${name}_lua},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"sandbox/host/parts.h\"

${texts}
const sb_part PARTS[] = {
${entries}};
const int PART_COUNT = sizeof PARTS / sizeof PARTS[0];
")
