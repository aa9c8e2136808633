import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import type { ConfigError } from './problem.ts';
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
  it('reports a file that is written in place', async () => {
    await begin();
    writeFileSync(file, text('one', 'two'));
    expect(servers(await event(1))).toEqual(['one', 'two']);
  });

  it('reports a file that is replaced repeatedly', async () => {
    await begin();
    for (const [index, name] of ['two', 'three', 'four'].entries()) {
      writeFileSync(`${file}.swp`, text(name));
      renameSync(`${file}.swp`, file);
      expect(servers(await event(index + 1))).toEqual([name]);
    }
  });

  it('reports a file that is deleted and written again', async () => {
    await begin();
    rmSync(file);
    expect(String(await event(1))).toContain('there is no such file');
    writeFileSync(file, text('back'));
    expect(servers(await event(2))).toEqual(['back']);
  });

  it('reports an invalid version once, and continues with the next', async () => {
    await begin();
    writeFileSync(file, '{ "mcpServers": ');
    expect(await event(1)).toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining(`${file}:1:17: expected a value`),
    });
    writeFileSync(file, text('three'));
    expect(servers(await event(2))).toEqual(['three']);
  });

  it('debounces many writes', async () => {
    await begin({ debounceMs: 200 });
    for (let count = 0; count < 20; count++) writeFileSync(file, text(`draft-${count}`));
    writeFileSync(file, text('final'));
    expect(servers(await event(1))).toEqual(['final']);
    expect(events).toHaveLength(1);
  });

  it('ignores unchanged text and other files', async () => {
    await begin();
    writeFileSync(join(folder, 'other.json'), '{');
    writeFileSync(file, text('one'));
    writeFileSync(`${file}.swp`, text('two'));
    renameSync(`${file}.swp`, file);
    expect(servers(await event(1))).toEqual(['two']);
  });

  it('reports changes between loading and watching', async () => {
    const loaded = loadConfig(file);
    writeFileSync(file, text('early'));
    await begin({ loaded });
    expect(servers(await event(1))).toEqual(['early']);
  });

  it.runIf(process.platform !== 'win32')('reports a mounted folder that is replaced', async () => {
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

  it.runIf(process.platform !== 'win32')('reports a change of the target of a symbolic link', async () => {
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

  it('reports nothing after it is closed', async () => {
    await begin();
    writeFileSync(file, text('late'));
    await watch?.close();
    expect(events).toEqual([]);
  });
});
