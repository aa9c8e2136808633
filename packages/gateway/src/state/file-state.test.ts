import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileState } from './file-state.ts';
import { MemorySessions } from './memory-sessions.ts';
import { type Approval, SESSION_IDLE_MS } from './shared-state.ts';

let folder: string;
let state: FileState;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-state-'));
  state = new FileState(folder);
});
afterEach(async () => {
  await state.close();
  rmSync(folder, { recursive: true, force: true });
});

const approval = (tool: string): Approval => ({ server: 'github', tool, hash: 'h', at: 1, by: 'ann' });
const onlyFileIn = (inner: string) => join(folder, inner, readdirSync(join(folder, inner))[0] ?? '');

describe('files of the state', () => {
  it('are readable by their owner only, also in a folder that was public', async () => {
    if (process.platform !== 'win32') chmodSync(join(folder, 'credentials'), 0o755);
    await using again = new FileState(folder);
    await again.credentials.save('github', 'secret');
    await again.approvals.approve([approval('create')]);
    const paths = ['credentials', 'approvals'].flatMap((inner) => [join(folder, inner), onlyFileIn(inner)]);
    const expected = [0o700, 0o600, 0o700, 0o600];
    // Windows has no file modes; the permissions of the user's folder protect the file.
    const modes = process.platform === 'win32' ? expected : paths.map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual(expected);
  });

  it('hold no credential in plain text', async () => {
    await state.credentials.save('github', 'a-secret-token');
    expect(readFileSync(onlyFileIn('credentials'), 'utf8')).not.toContain('a-secret-token');
    await using again = new FileState(folder);
    expect(await again.credentials.load('github')).toBe('a-secret-token');
    expect(statSync(join(folder, 'secrets.key')).mode & (process.platform === 'win32' ? 0 : 0o777)).toBe(
      process.platform === 'win32' ? 0 : 0o600,
    );
  });

  it('of an earlier version, with plain credentials, are read and encrypted by the next save', async () => {
    await state.credentials.save('github', 'new');
    const file = onlyFileIn('credentials');
    writeFileSync(file, JSON.stringify({ key: 'github', value: 'old-token' }));
    expect(await state.credentials.load('github')).toBe('old-token');
    await state.credentials.save('github', 'old-token');
    expect(readFileSync(file, 'utf8')).not.toContain('old-token');
  });

  it('stay in their folder for any key', async () => {
    for (const key of ['../../up', '/etc/passwd', 'con', '..', 'a\0b']) await state.credentials.save(key, 'v');
    expect(readdirSync(folder).sort()).toEqual(['approvals', 'credentials', 'documents', 'secrets.key']);
    expect(readdirSync(join(folder, 'credentials'))).toHaveLength(5);
  });

  it('leave no temporary files behind', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => state.credentials.save('key', `${i}`)));
    expect(readdirSync(join(folder, 'credentials'))).toHaveLength(1);
  });
});

describe('a damaged file', () => {
  it('of approvals loses only its damaged lines, and accepts new ones', async () => {
    await state.approvals.approve([approval('create'), approval('list')]);
    const file = onlyFileIn('approvals');
    appendFileSync(file, '{"server":"github","tool":"cut');
    await state.approvals.approve([approval('delete')]);
    appendFileSync(file, 'null\n7\n{}\n{"server":"slack","tool":"x","hash":"h","at":1,"by":"b"}\n');
    expect([...(await state.approvals.of('github')).keys()]).toEqual(['create', 'list', 'delete']);
  });

  it.each(['', 'garbage', 'null', '{"key":"other","value":"x"}', '{"key":"github","value":7}'])(
    'of a credential is as good as none: %s',
    async (content) => {
      await state.credentials.save('github', 'secret');
      writeFileSync(onlyFileIn('credentials'), content);
      expect(await state.credentials.load('github')).toBeUndefined();
      await state.credentials.save('github', 'new');
      expect(await state.credentials.load('github')).toBe('new');
    },
  );
});

describe('a folder that cannot be used', () => {
  it('does not prevent the start of a gateway', async () => {
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    await using there = new FileState(join(taken, 'state'));
    there.subscribe(() => {})();
    await expect(there.credentials.save('github', 'secret')).rejects.toThrow(/ENOTDIR|EEXIST/);
    await there.sessions.save({ id: 's', opening: {} });
    expect(await there.sessions.load('s')).toBeDefined();
  });

  it('rejects reads and writes of approvals and credentials instead of ignoring the error', async () => {
    rmSync(join(folder, 'approvals'), { recursive: true });
    writeFileSync(join(folder, 'approvals'), '');
    await expect(state.approvals.approve([approval('create')])).rejects.toThrow();
    await expect(state.approvals.of('github')).rejects.toThrow();
    rmSync(join(folder, 'credentials'), { recursive: true });
    writeFileSync(join(folder, 'credentials'), '');
    await expect(state.credentials.save('github', 'secret')).rejects.toThrow();
  });
});

it('does not write unchanged approvals again', async () => {
  await state.approvals.approveFirstSeen([approval('create')]);
  const before = readFileSync(onlyFileIn('approvals'), 'utf8');
  await state.approvals.approveFirstSeen([approval('create')]);
  expect(readFileSync(onlyFileIn('approvals'), 'utf8')).toBe(before);
});

it('ends a session after an hour without use', async () => {
  let now = 1;
  const sessions = new MemorySessions(() => now);
  await sessions.save({ id: 's', opening: {} });
  now += SESSION_IDLE_MS - 1;
  expect(await sessions.load('s')).toEqual({ id: 's', opening: {} });
  now += SESSION_IDLE_MS - 1;
  expect(await sessions.load('s')).toEqual({ id: 's', opening: {} });
  now += SESSION_IDLE_MS + 1;
  expect(await sessions.load('s')).toBeUndefined();
});
