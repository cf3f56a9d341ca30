#!/bin/sh
# The wallet of the stories: notes each call in the file WALLET_CALLS, and "pays" with the hash WALLET_HASH.
echo "$@" >>"$WALLET_CALLS"
if [ "$1" = pay ]; then echo "$WALLET_HASH"; fi
