import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigError } from './config-problem.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import { type ConfigWatch, type WatchConfigOptions, watchConfig } from './watch-config.ts';

let folder: string;
let file: string;
let watch: ConfigWatch | undefined;
let events: (LoadedConfig | ConfigError)[];
let waiting: (() => void) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-watch-'));
  file = join(folder, 'foldout.json');
  writeFileSync(file, text('one'));
  events = [];
  waiting = undefined;
});

afterEach(async () => {
  await watch?.close();
  rmSync(folder, { recursive: true, force: true });
});

function text(...names: string[]): string {
  return JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])) });
}

async function begin(options: WatchConfigOptions = {}): Promise<void> {
  const note = (event: LoadedConfig | ConfigError): void => {
    events.push(event);
    waiting?.();
  };
  watch = await watchConfig(file, note, { debounceMs: 40, onError: note, ...options });
}

async function event(count: number): Promise<LoadedConfig | ConfigError | undefined> {
  while (events.length < count) await new Promise<void>((arrived) => (waiting = arrived));
  return events[count - 1];
}

function servers(event: LoadedConfig | ConfigError | undefined): string[] {
  return event && 'config' in event ? Object.keys(event.config.mcpServers) : [];
}

describe('watchConfig', () => {
  it('sees a file that is written in place', async () => {
    await begin();
    writeFileSync(file, text('one', 'two'));
    expect(servers(await event(1))).toEqual(['one', 'two']);
  });

  it('sees a file that is replaced, again and again', async () => {
    await begin();
    for (const [index, name] of ['two', 'three', 'four'].entries()) {
      writeFileSync(`${file}.swp`, text(name));
      renameSync(`${file}.swp`, file);
      expect(servers(await event(index + 1))).toEqual([name]);
    }
  });

  it('sees a file that is deleted and written anew', async () => {
    await begin();
    rmSync(file);
    expect(String(await event(1))).toContain('there is no such file');
    writeFileSync(file, text('back'));
    expect(servers(await event(2))).toEqual(['back']);
  });

  it('reports a version that cannot be used, once, and goes on with the next', async () => {
    await begin();
    writeFileSync(file, '{ "mcpServers": ');
    expect(await event(1)).toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining(`${file}:1:17: expected a value`),
    });
    writeFileSync(file, text('three'));
    expect(servers(await event(2))).toEqual(['three']);
  });

  it('takes many writes as one', async () => {
    await begin({ debounceMs: 200 });
    for (let count = 0; count < 20; count++) writeFileSync(file, text(`draft-${count}`));
    writeFileSync(file, text('final'));
    expect(servers(await event(1))).toEqual(['final']);
    expect(events).toHaveLength(1);
  });

  it('says nothing about the same text or other files', async () => {
    await begin();
    writeFileSync(join(folder, 'other.json'), '{');
    writeFileSync(file, text('one'));
    writeFileSync(`${file}.swp`, text('two'));
    renameSync(`${file}.swp`, file);
    expect(servers(await event(1))).toEqual(['two']);
  });

  it('sees what changed between loading and watching', async () => {
    const loaded = loadConfig(file);
    writeFileSync(file, text('early'));
    await begin({ loaded });
    expect(servers(await event(1))).toEqual(['early']);
  });

  it.runIf(process.platform !== 'win32')('sees a mounted folder that is exchanged as a whole', async () => {
    const version = (name: string): string => {
      const data = mkdtempSync(join(folder, '..version-'));
      writeFileSync(join(data, 'foldout.json'), text(name));
      return data;
    };
    rmSync(file);
    symlinkSync(version('mounted'), join(folder, '..data'));
    symlinkSync(join('..data', 'foldout.json'), file);
    await begin();
    symlinkSync(version('exchanged'), join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    expect(servers(await event(1))).toEqual(['exchanged']);
  });

  it.runIf(process.platform !== 'win32')('sees a linked file that is replaced where it really is', async () => {
    const real = join(mkdtempSync(join(folder, 'elsewhere-')), 'real.json');
    renameSync(file, real);
    symlinkSync(real, file);
    await begin();
    for (const [index, name] of ['two', 'three'].entries()) {
      writeFileSync(`${real}.swp`, text(name));
      renameSync(`${real}.swp`, real);
      expect(servers(await event(index + 1))).toEqual([name]);
    }
  });

  it('is silent once it is closed', async () => {
    await begin();
    writeFileSync(file, text('late'));
    await watch?.close();
    expect(events).toEqual([]);
  });
});
