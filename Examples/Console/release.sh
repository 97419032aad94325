#!/bin/sh
# Deploys a version to staging, and to production if that has succeeded: release.sh SERVICE VERSION
#
# Production waits for a person who approves it. The first line of the input is the passcode. The status is
# 0 if both have succeeded, and else that of the one that has not.
set -eu
"${CONSOLE:-console}" deploy "$1" "$2" --env staging </dev/null
"${CONSOLE:-console}" deploy "$1" "$2" --env production
