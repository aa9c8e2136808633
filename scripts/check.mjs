// What `npm test` runs once everything is installed and built: lint, types of the tests, the tests themselves.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (...path) => join(root, 'node_modules', ...path);

const steps = [
  ['format and lint', bin('@biomejs', 'biome', 'bin', 'biome'), ['check', '--error-on-warnings', '.']],
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
