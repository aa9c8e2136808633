/**
 * Reads `+group` and `-group` lines. When its input ends, the gateway is gone, whatever ended it: every group that is
 * left is asked to end, and a moment later ended. A shell is there on every POSIX system, starts in two milliseconds
 * and takes a megabyte; a second Node would take forty.
 */
export const POSIX_REAPER = `
trap '' INT TERM HUP QUIT PIPE
groups=' '
while read -r line; do
  group=\${line#?}
  case $group in ''|*[!0-9]*|0*|1) continue ;; esac
  case $line in
    +*) case $groups in *" $group "*) ;; *) groups="$groups$group " ;; esac ;;
    -*) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
left() {
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && return 0; done
  return 1
}
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
tries=0
while [ $tries -lt 15 ] && left; do sleep 0.1 2>/dev/null || sleep 1; tries=$((tries + 1)); done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
exit 0
`;

/**
 * What a child is before it becomes the server: it announces its group itself, so that there is no moment in which it
 * runs and nobody knows. A reaper that has just died does not end it, and the server inherits neither the pipe nor the trap.
 */
export const POSIX_ANNOUNCED = `trap '' PIPE; { echo "+$$" >&3; } 2>/dev/null; trap - PIPE; exec 3>&-; exec "$@"`;

/** Windows has no groups and no shell for this; `taskkill /T` ends a process with all that it started. */
export const WINDOWS_REAPER = `
const { spawnSync } = require('node:child_process');
const pids = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, () => {});
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    if (line[0] === '+') pids.add(line.slice(1));
    else pids.delete(line.slice(1));
  }
});
const finish = () => {
  for (const pid of pids) spawnSync('taskkill', ['/pid', pid, '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  process.exit(0);
};
process.stdin.on('end', finish);
process.stdin.on('error', finish);
`;
