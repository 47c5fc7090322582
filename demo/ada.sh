#!/bin/sh
# Ada answers questions about the release. If she does not know something, she asks Rex, who runs in another terminal.
answer() {
  printf '$ synapse reply --to %s "%s"\n' "$id" "$1"
  synapse reply --to "$id" "$1" >/dev/null 2>&1
}

while IFS= read -r line; do
  id=${line#'[A2A:'} id=${id%%:*}
  case $line in
    *'release ready'*)
      echo '$ synapse send rex "Do the tests pass?" --response'
      tests=$(synapse send rex 'Do the tests pass?' --response)
      echo "$tests"
      answer "Yes. Rex says: $tests"
      ;;
    *'ship it'*)
      printf '$ synapse reply --to %s --ask "To which machine?"\n' "$id"
      synapse reply --to "$id" --ask 'To which machine?' >/dev/null 2>&1
      ;;
    *) answer 'Shipped.' ;;
  esac
done
