// `npm run build`: compiles every package, builds the dashboard and bundles the command line.
// A stamp over the sources lets the commands in package.json skip the build when no source has changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.cache', 'foldout', 'built-from');

/** Each step is a Node script with its arguments. A step is fast when its input is unchanged. */
const STEPS = [
  ['packages/server/generate-listed-schemas.mjs'],
  ['node_modules/typescript/bin/tsc', '-b'],
  ['packages/dashboard/build.mjs'],
  ['scripts/bundle.mjs'],
];

/** Folders whose direct children are packages; `bench` is one itself. */
const PACKAGE_GROUPS = ['packages', 'examples'];

/** Files outside the packages that change what a build makes. */
const SHARED_INPUTS = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
];

/** The last output of each step. A missing one makes the build run again. */
const OUTPUTS = [
  'packages/core/dist/index.js',
  'packages/gateway/dist/dashboard/page/app.js',
  'packages/cli/dist/bundle/main.js',
];

export function isBuilt() {
  return OUTPUTS.every((file) => existsSync(join(root, file))) && read(stampFile) === stamp();
}

/** Runs every step. Returns the command line of the step that failed, or undefined. */
export function build() {
  const before = stamp();
  for (const step of STEPS) {
    const [script, ...args] = step;
    // stdout belongs to the command that runs after the build.
    const options = { cwd: root, stdio: ['ignore', 2, 2] };
    const { status } = spawnSync(process.execPath, [join(root, script), ...args], options);
    if (status !== 0) return `node ${step.join(' ')}`;
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  // The stamp from before the build: a source saved during the build makes the next command build again.
  writeFileSync(stampFile, before);
  return undefined;
}

/** Path, size and time of the last change of every source file: about 20 ms for 1,000 files. */
function stamp() {
  const groups = PACKAGE_GROUPS.flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)));
  const packages = [...groups, 'bench'].flatMap((folder) => {
    const own = readdirSync(join(root, folder), { withFileTypes: true });
    const files = own.filter((entry) => entry.isFile() && /\.(json|mjs)$/.test(entry.name));
    return [...files.map((entry) => join(folder, entry.name)), ...sources(join(folder, 'src'))];
  });
  return [...SHARED_INPUTS, ...packages].map(describe).join('\n');
}

function sources(folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function describe(file) {
  const { size, mtimeMs } = statSync(join(root, file));
  return `${file} ${size} ${mtimeMs}`;
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = build();
  if (failed !== undefined) {
    process.stderr.write(`foldout: '${failed}' failed; see above.\n`);
    process.exitCode = 1;
  }
}
