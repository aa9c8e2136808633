import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeFixture } from './write-fixture.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const STORED = join(ROOT, 'test', 'fixtures', 'upgrade', '0.1.0');
// Set by scripts/write-upgrade-fixture.mjs. Without them the test writes a fixture of this build and removes it.
const { WRITE_UPGRADE_FIXTURE: target, FOLDOUT_BUILD: build = ROOT } = process.env;

it('writes a fixture of a build, with the same parts as the fixtures in the repository', async () => {
  const folder = target ?? temporaryFolder();
  await writeFixture(build, folder);
  expect(partsOf(folder)).toEqual(partsOf(STORED));
}, 120_000);

function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'foldout-upgrade-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'fixture');
}

/** The README is written by hand. */
function partsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort();
}
