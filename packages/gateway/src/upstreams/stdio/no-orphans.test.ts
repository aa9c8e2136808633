import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { allGone, hostile, isRunning } from '../../../../../test/fixtures/upstreams.ts';
import type { ServerConfig } from '../../config/config-schema.ts';

const KEEPER = resolve(import.meta.dirname, '../../../../../test/fixtures/servers-keeper.mjs');

interface Keeper {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
  readonly reader: Interface;
}

const keepers: Keeper[] = [];
const left: number[] = [];

function keep(configs: readonly ServerConfig[]): Keeper {
  const child = spawn(process.execPath, [KEEPER, JSON.stringify(configs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const reader = createInterface(child.stdout);
  const keeper = { process: child, reader, lines: reader[Symbol.asyncIterator]() };
  keepers.push(keeper);
  return keeper;
}

async function nextLine({ lines }: Keeper): Promise<string> {
  return (await lines.next()).value as string;
}

async function running(configs: readonly ServerConfig[]): Promise<{ keeper: Keeper; pids: number[]; reaper: number }> {
  const keeper = keep(configs);
  await nextLine(keeper);
  const { pids, reaper } = JSON.parse(await nextLine(keeper)) as { pids: number[]; reaper: number };
  left.push(...pids, reaper);
  return { keeper, pids, reaper };
}

async function kill({ process: child }: Keeper, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Processes whose arguments contain the marker of this test. */
function marked(mark: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split(
    '\n',
  );
  return rows.filter((row) => row.includes(mark) && !/^\s*\d+\s+Z/.test(row)).map((row) => Number.parseInt(row, 10));
}

afterEach(() => {
  for (const { process: child, reader } of keepers.splice(0)) {
    reader.close();
    child.kill('SIGKILL');
  }
  // A failed test must not leave orphan processes.
  for (const pid of left.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
});

describe('when the gateway exits', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('by %s, its servers and their children exit', async (signal) => {
    const { keeper, pids, reaper } = await running([
      hostile(),
      hostile('stubborn'),
      hostile('grandchild'),
      hostile('stubborn', 'grandchild'),
    ]);
    expect([...pids, reaper].filter(isRunning)).toHaveLength(7);
    await kill(keeper, signal);
    expect(await allGone([...pids, reaper])).toEqual([]);
  });

  it('while it is starting servers, every one of them exits', async () => {
    const mark = `mark=${randomUUID()}`;
    const keeper = keep(Array.from({ length: 12 }, () => hostile('stubborn', mark)));
    await nextLine(keeper);
    // At this point some servers are starting, and others do not exist yet.
    while (marked(mark).length < 4) await new Promise((next) => setTimeout(next, 5));
    await kill(keeper, 'SIGKILL');
    const until = performance.now() + 8000;
    while (marked(mark).length > 0 && performance.now() < until) await new Promise((next) => setTimeout(next, 50));
    expect(marked(mark)).toEqual([]);
  });

  it('its servers exit, even if the reaper was killed before', async () => {
    const { keeper, pids, reaper } = await running([hostile('stubborn', 'grandchild')]);
    process.kill(reaper, 'SIGKILL');
    expect(await allGone([reaper])).toEqual([]);
    let again: number | undefined;
    while (again === undefined || again === reaper) {
      keeper.process.stdin.write('reaper?\n');
      again = (JSON.parse(await nextLine(keeper)) as { reaper?: number }).reaper;
    }
    left.push(again);
    await kill(keeper, 'SIGKILL');
    expect(await allGone([...pids, again])).toEqual([]);
  });
});

describe('the reaper', () => {
  it('gives a server time to exit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-'));
    try {
      const { keeper, pids } = await running([hostile('stubborn', `farewell=${join(folder, 'note')}`)]);
      await kill(keeper, 'SIGKILL');
      expect(await allGone(pids)).toEqual([]);
      expect(await readFile(join(folder, 'note'), 'utf8')).toBe('goodbye');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('ignores the signals of a terminal', async () => {
    const { keeper, pids, reaper } = await running([hostile('stubborn')]);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(reaper, signal);
    keeper.process.stdin.write('reaper?\n');
    expect(JSON.parse(await nextLine(keeper))).toEqual({ reaper });
    await kill(keeper, 'SIGKILL');
    expect(await allGone([...pids, reaper])).toEqual([]);
  });
});
