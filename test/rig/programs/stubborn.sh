#!/bin/sh
# Ignores the hang-up and the request to end, and so do its children: one in the background, two in sessions of their
# own. Writes all pids to the file given as its argument.
trap '' HUP TERM INT
file=$1
nap() { while :; do sleep 0.5; done; }
nap &
echo "$!" >>"$file"
setsid sh -c 'trap "" HUP TERM INT; echo "$$" >>"$1"; while :; do sleep 0.5; done' sh "$file" &
setsid sh -c 'trap "" HUP TERM INT; echo "$$" >>"$1"; exec sleep 1000' sh "$file" &
echo "$$" >>"$file"
echo ready
nap
