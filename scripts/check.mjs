// `npm test`, after install and build: format and lint, unused code and import cycles, types of the tests, the tests.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (...path) => join(root, 'node_modules', ...path);

const steps = [
  ['format and lint', bin('@biomejs', 'biome', 'bin', 'biome'), ['check', '--error-on-warnings', '.']],
  ['unused code and import cycles', bin('knip', 'bin', 'knip.js'), ['--no-progress']],
  ['types of the tests', bin('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.test.json']],
  ['tests', bin('vitest', 'vitest.mjs'), ['run', ...process.argv.slice(2)]],
];

for (const [name, script, args] of steps) {
  process.stderr.write(`foldout: ${name} …\n`);
  const { status, signal } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`foldout: ${name} failed${signal ? ` (${signal})` : ''}; see above.\n`);
    process.exit(status ?? 1);
  }
}
