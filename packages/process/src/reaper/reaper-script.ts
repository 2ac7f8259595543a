/**
 * How long the reaper leaves between TERM and KILL, in tenths of a second. Half of the two seconds after which nothing
 * may be left, for looking takes its time too.
 */
const GRACE_TENTHS = 10;

/** Rounds of KILL; one is enough unless something forks as fast as it is killed. */
const KILL_ROUNDS = 20;

/**
 * What the reaper runs, in the shell every POSIX system has. Its argument is the marker of its parent: wherever an
 * environment holds it, the whole group of that process counts. What bears no marker it reads, one word a line:
 *
 * - `+ GROUP:PID:STARTED` and `- GROUP:PID:STARTED`, a process group by a member of it. The group counts where `/proc`
 *   shows that process with that start time, or where there is no `/proc` and the group exists.
 *
 * At the end of its input, which is the end of its parent however that came, it ends all that counts and then itself.
 * Its own environment holds no marker. That nothing is left counts when it is seen twice: while a process loads a
 * program its environment reads as empty.
 */
export const REAPER_SCRIPT: string = `
trap '' HUP INT TERM QUIT
marker=$1
live=' '
while read -r sign entry; do
  case $sign in
    +) live="$live$entry " ;;
    -) case $live in *" $entry "*) live="\${live%%" $entry "*} \${live#*" $entry "}" ;; esac ;;
  esac
done
[ -r /proc/self/stat ] && proc=1 || proc=0

groups_of() {
  for stat_file; do
    read -r stat 2>/dev/null < "$stat_file" || continue
    set -- \${stat##*) }
    [ "$1" = Z ] || groups="$groups $3"
  done
}

started() {
  read -r stat 2>/dev/null < "/proc/$1/stat" || return 1
  set -- \${stat##*) }
  shift 19
  [ "$1" = "$started" ]
}

find_groups() {
  groups=
  for entry in $live; do
    group=\${entry%%:*} rest=\${entry#*:}
    pid=\${rest%%:*} started=\${rest#*:}
    if [ $proc = 0 ]; then
      kill -s 0 -- "-$group" 2>/dev/null && groups="$groups $group"
    elif started "$pid"; then
      groups_of "/proc/$pid/stat"
    fi
  done
  [ $proc = 1 ] || return 0
  for file in $(grep -lsF -e "$marker" /proc/[0-9]*/environ 2>/dev/null); do
    groups_of "\${file%environ}stat"
  done
}

signal_groups() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
}

pause() { sleep 0.1 2>/dev/null || sleep 1; }

anything_left() {
  find_groups
  [ -n "$groups" ] && return 0
  pause
  find_groups
  [ -n "$groups" ]
}

find_groups
signal_groups TERM
signal_groups CONT
tenths=0
while anything_left && [ $tenths -lt ${GRACE_TENTHS} ]; do
  pause
  tenths=$((tenths + 1))
done
rounds=0
while anything_left && [ $rounds -lt ${KILL_ROUNDS} ]; do
  signal_groups KILL
  pause
  rounds=$((rounds + 1))
done
`;
