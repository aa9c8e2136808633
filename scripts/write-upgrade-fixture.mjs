// Writes test/fixtures/upgrade/<version>: the files and the PostgreSQL dump that a build of Foldout leaves behind. The
// upgrade tests read them. Usage: node scripts/write-upgrade-fixture.mjs [folder of a built repository]
// The default folder is this repository.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const build = resolve(process.argv[2] ?? root);
const { version } = JSON.parse(readFileSync(join(build, 'packages', 'cli', 'package.json'), 'utf8'));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/upgrade/write-fixture.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    FOLDOUT_BUILD: build,
    WRITE_UPGRADE_FIXTURE: join(root, 'test', 'fixtures', 'upgrade', version),
  },
});
process.exitCode = status ?? 1;
