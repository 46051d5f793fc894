# Processes that try to outlive their run. Usage: hydra.sh MARK [SHAPE…]
# Every one carries MARK in its arguments, so that a survivor can be found, and ends by itself after a minute. One that does
# end by itself leaves a file late-SHAPE: then the run waited for it, or left it alone.
mark=$1
shift
[ $# -gt 0 ] || set -- background no-pipes setsid double-fork ignores-term nohup all hops re-executes stopped

# "&&": when Pinfold dies no program starts any more, and a shell would go on without its sleep until it is killed.
# The arguments after the text become $0 and $1: shape and mark.
life='sleep 61 && echo > "late-$0"'
deaf='trap "" TERM INT HUP QUIT; sleep 61 && echo > "late-$0"'
hop='[ $2 -gt 3000 ] || (sh -c "$3" "$0" "$1" $(($2 + 1)) "$3" &)'
change='[ $2 -gt 3000 ] || exec sh -c "$3" "$0" "$1" $(($2 + 1)) "$3"; sleep 61 && echo > "late-$0"'

for shape; do
  case $shape in
    background) sh -c "$life" background "$mark" & ;;
    no-pipes) sh -c "$life" no-pipes "$mark" </dev/null >/dev/null 2>&1 & ;;
    setsid) setsid sh -c "$life" setsid "$mark" & ;;
    double-fork) (sh -c "$life" double-fork "$mark" &) ;;
    ignores-term) sh -c "$deaf" ignores-term "$mark" & ;;
    nohup) nohup sh -c "$life" nohup "$mark" >/dev/null 2>&1 & ;;
    all) (setsid sh -c "(setsid sh -c '$deaf' all $mark &)" &) ;;
    # Stopped processes don't act on TERM.
    stopped) sh -c 'kill -STOP $$; echo > "late-$0"' stopped "$mark" & ;;
    # A new process id every few milliseconds, some thousand times.
    hops) sh -c "$hop" hops "$mark" 0 "$hop" & ;;
    # The same id, a new program every time.
    re-executes) sh -c "$change" re-executes "$mark" 0 "$change" & ;;
  esac
done
