import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launch } from './recipe.ts';

export interface Finished {
  readonly output: string;
  readonly stdout: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

/** Where a client runs. */
export interface Cell {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Environment variables of this process that a client inherits. */
const KEPT = ['PATH', 'LANG', 'TERM', 'TMPDIR', 'SystemRoot', 'ComSpec', 'PATHEXT'];
/** Many programs send no telemetry with these variables. */
const QUIET = { CI: '1', NO_COLOR: '1', DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', OTEL_SDK_DISABLED: 'true' };
const MAX_OUTPUT = 1_000_000;

/** Runs a client in its temporary home until it ends or the time is over; then ends everything that it started. */
export async function runProcess(launch: Launch, { home, env: more }: Cell, limitMs: number): Promise<Finished> {
  const cwd = join(home, 'project');
  mkdirSync(cwd, { recursive: true });
  const env = { ...keptEnvironment(), ...homeEnvironment(home), ...more, ...QUIET, ...launch.env };
  const child = spawn(launch.command, [...launch.args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout = (stdout + chunk).slice(-MAX_OUTPUT);
    output = (output + chunk).slice(-MAX_OUTPUT);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk).slice(-MAX_OUTPUT);
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
  }, limitMs);
  try {
    const [exitCode] = await once(child, 'exit');
    return { output, stdout, exitCode, timedOut };
  } catch (error) {
    return { output: String(error), stdout, exitCode: null, timedOut };
  } finally {
    clearTimeout(timer);
    killGroup(child);
    killByHome(home);
  }
}

function keptEnvironment(): Record<string, string> {
  return Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function homeEnvironment(home: string): Record<string, string> {
  return { HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };
}

/** The client leads a process group of its own, which also holds its children. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) kill(process.platform === 'win32' ? pid : -pid);
}

/** Daemons leave the group of the client that started them, but they inherit its home folder. */
function killByHome(home: string): void {
  if (process.platform !== 'linux') return;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of pids) if (environmentOf(pid).includes(`HOME=${home}\0`)) kill(Number(pid));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
