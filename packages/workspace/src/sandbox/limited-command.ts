/** Limits that the kernel enforces for a process. */
export interface ProcessLimits {
  /** Memory that the process may write to. Linux enforces it; macOS does not. */
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * A system that does not know a limit goes on without it. The larger stack lets the compilers of V8 and TypeScript read
 * deeply nested source.
 */
const SET_LIMITS = `ulimit -d "$1" 2>/dev/null
ulimit -t "$2" 2>/dev/null
ulimit -s 16384 2>/dev/null
shift 2
`;
/** The shell becomes the command, so that the process id stays the same. The environment stays empty. */
const BECOME = `${SET_LIMITS}exec env -i "$@"`;
/** Kills the command when standard input ends, which happens at the latest when the process that started it dies. */
const GUARD = `${SET_LIMITS}exec 3<&0
"$@" </dev/null 3<&- &
command=$!
( read -r _ <&3; kill -9 $command ) >/dev/null 2>&1 &
guard=$!
wait $command
status=$?
kill $guard 2>/dev/null
exit $status`;

/** The command with its limits and without an environment. Windows has no limits of this kind, and runs the command as it is. */
export function limitedCommand(command: Command, limits: ProcessLimits): Command {
  return inShell(BECOME, command, limits);
}

/** A command with its limits that keeps the environment and does not read its standard input: closing the pipe kills it. */
export function guardedCommand(command: Command, limits: ProcessLimits): Command {
  return inShell(GUARD, command, limits);
}

function inShell(script: string, { file, args }: Command, { memoryBytes, cpuSeconds }: ProcessLimits): Command {
  if (process.platform === 'win32') return { file, args };
  const kilobytes = String(Math.ceil(memoryBytes / 1024));
  return { file: '/bin/sh', args: ['-c', script, 'sh', kilobytes, String(Math.ceil(cpuSeconds)), file, ...args] };
}
