import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { renderConfig, writeConfig } from './write-config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-write-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('renderConfig', () => {
  it('writes a configuration that loads as the same one', () => {
    const config = {
      mcpServers: { one: { command: 'C:\\a "b"', args: ['//', '/*'] }, two: { url: 'https://example.org/mcp' } },
      trust: 'pinned' as const,
    };
    const text = renderConfig(config);
    const { config: loaded } = loadConfig({ text });
    expect(loaded).toEqual({ ...config, $schema: expect.stringContaining('foldout.schema.json') });
    expect(renderConfig(loaded)).toBe(text);
  });
});

describe('writeConfig', () => {
  it('creates the folder, and a file that only its owner can read', async () => {
    const file = join(folder, 'deep', 'er', 'foldout.json');
    expect(await writeConfig(file, 'text')).toEqual({ file, backup: undefined });
    expect(readFileSync(file, 'utf8')).toBe('text');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps a backup of the previous file each time', async () => {
    const file = join(folder, 'foldout.json');
    writeFileSync(file, 'first', { mode: 0o644 });
    expect(await writeConfig(file, 'second')).toEqual({ file, backup: `${file}.backup` });
    expect(await writeConfig(file, 'third')).toEqual({ file, backup: `${file}.backup-2` });
    const texts = [file, `${file}.backup`, `${file}.backup-2`].map((one) => readFileSync(one, 'utf8'));
    expect(texts).toEqual(['third', 'first', 'second']);
    if (process.platform !== 'win32') expect(statSync(`${file}.backup`).mode & 0o777).toBe(0o600);
  });

  it('leaves no temporary file behind when it cannot write', async () => {
    const file = join(folder, 'taken');
    mkdirSync(join(file, 'inside'), { recursive: true });
    await expect(writeConfig(file, 'text')).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it.runIf(process.platform !== 'win32')('writes through a symbolic link', async () => {
    const real = join(folder, 'real.json');
    const link = join(folder, 'link.json');
    writeFileSync(real, 'old');
    symlinkSync(real, link);
    await writeConfig(link, 'new');
    expect(readFileSync(real, 'utf8')).toBe('new');
    expect(readFileSync(link, 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['link.json', 'real.json', 'real.json.backup']);
  });
});
