// `npm run release:version`: moves the changesets into CHANGELOG.md and gives every package the next version.
// `changeset version` would write one changelog for each package; all packages share a version, so one file has them all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogSection, insertSection } from './changelog.mjs';

const root = join(import.meta.dirname, '..');
const changelog = join(root, 'CHANGELOG.md');

const scratch = mkdtempSync(join(root, 'node_modules', '.release-'));
try {
  const file = join(scratch, 'status.json');
  // `changeset status` resolves the file against the working folder.
  changeset('status', '--output', file.slice(root.length + 1));
  const { changesets, releases } = JSON.parse(readFileSync(file, 'utf8'));
  const version = releases.find(({ name }) => name === 'foldout')?.newVersion;
  if (changesets.length === 0 || version === undefined) {
    throw new Error('There is no changeset to release. Write one with: npx changeset');
  }
  const section = changelogSection(version, new Date().toISOString().slice(0, 10), changesets);
  changeset('version');
  writeFileSync(changelog, insertSection(readFileSync(changelog, 'utf8'), section));
  npm('install', '--package-lock-only', '--ignore-scripts');
  process.stdout.write(`All packages are at ${version}. Read CHANGELOG.md, then commit.\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function changeset(...args) {
  run(process.execPath, [join(root, 'node_modules', '@changesets', 'cli', 'bin.js'), ...args]);
}

function npm(...args) {
  run('npm', args, { shell: process.platform === 'win32' });
}

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (status !== 0) throw new Error(`'${[command, ...args].join(' ')}' failed with exit code ${status}; see above.`);
}
