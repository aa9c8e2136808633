/**
 * Reads `+group` and `-group` lines. When stdin ends, the gateway process is gone: every remaining process group gets SIGTERM,
 * and SIGKILL 1.5 s later. A shell exists on every POSIX system, starts in 2 ms and takes 1 MB; a second Node would take 40 MB.
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
 * Wrapper around the command of a server. The shell writes its process group to the reaper and then replaces itself
 * with the server (`exec`), so the server never runs unregistered. If the reaper is dead, the trap keeps SIGPIPE from
 * ending the shell. The server inherits neither the pipe nor the trap.
 */
export const POSIX_ANNOUNCED = `trap '' PIPE; { echo "+$$" >&3; } 2>/dev/null; trap - PIPE; exec 3>&-; exec "$@"`;

/** Windows has no process groups: `taskkill /T` ends a process with all of its children. */
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
