import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { hostileName } from './hostile-servers.ts';
import { ProcessWatch, parseStat, residentMb } from './process-watch.ts';

const STAT =
  '41 (a) b (c) S 7 41 41 0 -1 4194304 900 0 0 0 250 50 0 0 20 0 11 0 8800 1000000 25600 18446744073709551615 1 1 0';

it('reads a line of /proc, whatever the name of the program is', () => {
  expect(parseStat(STAT)).toEqual({
    parent: 7,
    isZombie: false,
    cpuSeconds: 3,
    startedTick: 8_800,
    residentMb: 100,
  });
});

describe.runIf(process.platform === 'linux')('the watch of processes', () => {
  it('knows a process by its command line, counts its CPU time, and sees its end', async () => {
    const mark = `/watched-${process.pid}`;
    const spin = 'while (process.cpuUsage().user < 200_000); process.stdin.resume()';
    const child = spawn(process.execPath, ['-e', spin, `hostile:noisy:${mark}`], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    using watch = new ProcessWatch(mark);
    try {
      await expect.poll(() => watch.running().map(({ pid }) => pid), { timeout: 20_000 }).toContain(child.pid);
      const cpuSeconds = (): number => {
        watch.look();
        return watch.hostileCpuSeconds().get('noisy') ?? 0;
      };
      await expect.poll(cpuSeconds, { timeout: 20_000 }).toBeGreaterThan(0.1);
      expect(watch.peakMb(child.pid ?? 0)).toBeGreaterThanOrEqual(1);
      expect(residentMb(child.pid ?? 0)).toBeGreaterThanOrEqual(1);
    } finally {
      child.kill('SIGKILL');
    }
    await once(child, 'exit');
    expect(watch.running()).toEqual([]);
  }, 60_000);
});

it('finds the name of a hostile server on its command line', () => {
  expect(hostileName('node hostile.mjs storm=100 hostile:storming:/tmp/work')).toBe('storming');
  expect(hostileName('node server.js /tmp/work')).toBeUndefined();
});
