#!/bin/sh
# Rex runs the tests and reports the result to anyone who asks.
case ${SYNAPSE_LANG:-en} in
  ja) result='212 件中 212 件が成功しました。' ;;
  *) result='212 of 212 pass.' ;;
esac

while IFS= read -r line; do
  id=${line#'[A2A:'} id=${id%%:*}
  printf '$ synapse reply --to %s "%s"\n' "$id" "$result"
  synapse reply --to "$id" "$result" >/dev/null 2>&1
done
