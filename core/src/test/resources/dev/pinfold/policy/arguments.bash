# Reads NUL-terminated words; prints for each the arguments that bash passes to a program, in the state that the
# test describes to our expander, as one line: each argument in hexadecimal, after a blank.
# The words hold no command substitution; pathname expansion is off, since the expander keeps patterns.
set -f
export LC_ALL=C.UTF-8 HOME=/home/dev USER=dev
cd / || exit 1
x='a b' e='' g='*.c' c='p:q::r' arr=(one 'two three') n=7
unset u

hex() {
  local LC_ALL=C argument i code line=
  for argument in "$@"; do
    line+=' x'
    for ((i = 0; i < ${#argument}; i++)); do
      printf -v code '%02x' "'${argument:i:1}"
      line+=${code: -2}
    done
  done
  printf '%s\n' "$line"
}

while IFS= read -r -d '' word; do
  (
    set -- 'f g' h
    eval "hex $word" || echo ' error'
  ) 2>/dev/null || echo ' error'
done
