#!/bin/sh
# Appends every line it reads, as JSON, to the file given as its argument. Starts in a few milliseconds, unlike Node.
echo ready
while IFS= read -r line; do
  printf '"%s"\n' "$(printf '%s' "$line" | sed 's/[\\"]/\\&/g')" >>"$1"
done
