// Runs a program in a pseudo-terminal, with the program `script` or with Python, whichever the system has.
import { spawn, spawnSync } from 'node:child_process';

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The way to open a pseudo-terminal on this system; undefined if there is none. */
export const terminalKind = findKind();

function findKind() {
  if (process.platform === 'win32') return undefined;
  const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (works('script', ['-qec', 'true', '/dev/null'])) return 'util-linux';
  if (works('python3', ['-c', 'import pty'])) return 'python';
  return undefined;
}

const PATIENCE_MS = 60_000;
const PYTHON = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(["sh","-c",sys.argv[1]])))';

/**
 * Runs a command to its end. Each of `answers` is typed once its `after` text has appeared after the previous answer.
 *
 * @param {readonly string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, columns?: number, answers?: readonly { after: string, type: string }[] }} options
 * @returns {Promise<{ code: number | null, written: string }>}
 */
export function runInPseudoTerminal(command, { cwd, env, columns = 100, answers = [] } = {}) {
  const line = `stty cols ${columns} rows 50 2>/dev/null; exec ${command.map(quoted).join(' ')}`;
  const [program, args] =
    terminalKind === 'util-linux' ? ['script', ['-qec', line, '/dev/null']] : ['python3', ['-c', PYTHON, line]];
  return new Promise((resolve, reject) => {
    // `script` starts the shell that SHELL names. Every system has `/bin/sh`.
    const child = spawn(program, args, { cwd, env: { ...env, SHELL: '/bin/sh', TERM: 'xterm-256color' } });
    const waiting = [...answers];
    let written = '';
    let answeredAt = 0;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      written += chunk;
      const [next] = waiting;
      const at = next ? written.indexOf(next.after, answeredAt) : -1;
      if (next && at !== -1) {
        waiting.shift();
        answeredAt = at + next.after.length;
        child.stdin.write(next.type);
      }
    });
    // An unexpected prompt must not hang the run.
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(patience);
      resolve({ code, written });
    });
    child.stdin.on('error', () => {});
  });
}
