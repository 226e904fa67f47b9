# Puts doxygen's commands into comments that are written to be read in an editor.

# A header's first line says its name.
1s,^(/[*][*]|///) ([a-z_]+[.]hp*) - ,\1 @file \2 ,

# Of a link to a heading of the README, which older releases of doxygen do not find, the words are left.
s,\[([^]]+)\]\(#[^)]*\),\1,g

# What holds for every function is a paragraph for each subject.
s,^ [*] ([A-Z][a-z]+[.]) , *\n * **\1** ,

# Rows of a name and what it means are a list, which ends where the text goes on at the margin: there an empty line is
# put before it. The hold space remembers the list.
/^( [*]|\/\/\/)   [a-z_]+(, [a-z_]+)*  +/ {
  s,^( [*]|///)   ([a-z_]+(\, [a-z_]+)*)  +,\1 - **\2** ,
  h
  b
}
/^( [*]|\/\/\/) [^ ]/ {
  x
  /./ {
    s,.*,,
    x
    s,^( [*]|///),\1\n&,
    b
  }
  x
}
/^ [*]\/|^[^ \/]/ {
  x
  s,.*,,
  x
}
