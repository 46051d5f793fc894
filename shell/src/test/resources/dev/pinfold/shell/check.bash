# Reads NUL-terminated scripts; prints for each whether the shell given as arguments accepts its syntax: 1 or 0.
# The status alone does not tell: bash -n ends with 0 after an error in [[ ]].
export LC_ALL=C.UTF-8
while IFS= read -r -d '' script; do
  complaint=$("$@" -n -c -- "$script" 2>&1 >/dev/null </dev/null)
  status=$?
  while IFS= read -r line; do
    case $line in
      *': warning: '*|'') ;;
      *) status=2 ;;
    esac
  done <<<"$complaint"
  if ((status == 0)); then echo 1; else echo 0; fi
done
