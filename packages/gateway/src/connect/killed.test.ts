import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { disconnectFile } from './connect-file.ts';
import { ConnectionRecords } from './records.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../../test/fixtures/connect-forever.mjs');
const ROUNDS = 12;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('leaves the old or the new file if the process is killed at any moment, and the old one can be restored', async () => {
  const file = join(folder, 'mcp.json');
  // Large enough that a write takes longer than one system call.
  const before = `{\n  // ${'x'.repeat(500_000)}\n  "mcpServers": { "one": { "command": "one" } }\n}\n`;
  writeFileSync(file, before);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [SCRIPT, file, join(folder, 'state')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await wait(round * 12);
    child.kill('SIGKILL');
    await once(child, 'close');
    const now = readFileSync(file, 'utf8');
    const isOld = now === before;
    const isNew = now.includes('"foldout"') && !now.includes('"one"') && now.endsWith('\n}\n') && now.length > 500_000;
    expect(isOld || isNew).toBe(true);
    seen.add(isOld ? 'old' : 'new');
  }
  const records = new ConnectionRecords(join(folder, 'state'));
  const record = await records.of(file);
  if (record) await disconnectFile(record, records);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(seen).toEqual(new Set(['old', 'new']));
}, 120_000);
