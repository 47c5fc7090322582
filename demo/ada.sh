#!/bin/sh
# Ada answers questions about the release. If she does not know something, she asks Rex, who runs in another terminal.
case ${SYNAPSE_LANG:-en} in
  ja) question='テストは通りますか？' yes='はい。Rex の返事: ' which='どのマシンですか？' shipped='公開しました。' ;;
  *) question='Do the tests pass?' yes='Yes. Rex says: ' which='To which machine?' shipped='Shipped.' ;;
esac

answer() {
  printf '$ synapse reply --to %s "%s"\n' "$id" "$1"
  synapse reply --to "$id" "$1" >/dev/null 2>&1
}

while IFS= read -r line; do
  id=${line#'[A2A:'} id=${id%%:*}
  case $line in
    *'release ready'* | *'リリースの準備'*)
      printf '$ synapse send rex "%s" --response\n' "$question"
      tests=$(synapse send rex "$question" --response 2>/dev/null)
      echo "$tests"
      answer "$yes$tests"
      ;;
    *'ship it'* | *'では公開'*)
      printf '$ synapse reply --to %s --ask "%s"\n' "$id" "$which"
      synapse reply --to "$id" --ask "$which" >/dev/null 2>&1
      ;;
    *) answer "$shipped" ;;
  esac
done
