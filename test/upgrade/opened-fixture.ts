import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inPipe } from '../fixtures/terminal.ts';
import type { Facts } from './write-fixture.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures');

/** Versions of which a fixture is kept: one folder each. */
export const VERSIONS = readdirSync(join(FIXTURES, 'upgrade')).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

export function fixtureFolder(version: string, kind: 'files' | 'postgres' | 'config'): string {
  return join(FIXTURES, 'upgrade', version, kind);
}

export function factsOf(version: string, kind: 'files' | 'postgres'): Facts {
  return JSON.parse(readFileSync(join(fixtureFolder(version, kind), 'facts.json'), 'utf8'));
}

/** A copy of the folder that a version left behind: configuration, catalogs of its servers, state. */
export class OpenedFixture implements Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'foldout-upgrade-')));
  readonly state = join(this.folder, 'state');
  readonly file = join(this.folder, 'foldout.json');

  constructor(version: string) {
    cpSync(fixtureFolder(version, 'files'), this.folder, { recursive: true });
  }

  /** Adds the script of the servers. Until then no server can start, so every answer comes from the state folder. */
  addServers(): void {
    cpSync(join(FIXTURES, 'servers', 'replay.mjs'), join(this.folder, 'replay.mjs'));
  }

  /** Runs a command of the current version and returns the JSON that it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is asserted, not typed.
  async foldout(command: string, ...args: string[]): Promise<any> {
    const { stdout, stderr } = await inPipe([command, '--config', this.file, '--json', ...args], { cwd: this.folder });
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(`foldout ${command} printed no JSON: ${stdout}${stderr}`);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
