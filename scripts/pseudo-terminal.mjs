// Runs a program in a pseudo-terminal, with what the system has for it: `script`, or Python.
import { spawn, spawnSync } from 'node:child_process';

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** How to start something in a pseudo-terminal here; undefined where nobody can. */
export const terminalKind = findKind();

function findKind() {
  if (process.platform === 'win32') return undefined;
  const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (works('script', ['-qec', 'true', '/dev/null'])) return 'util-linux';
  if (works('python3', ['-c', 'import pty'])) return 'python';
  return undefined;
}

const PYTHON = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(["sh","-c",sys.argv[1]])))';

/**
 * Runs it to its end. `answers` are typed one after the other, each once its text has appeared after the last one.
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
    // `script` starts the shell that SHELL names; every system has this one.
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
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, written }));
    child.stdin.on('error', () => {});
  });
}
