// `npm run release:check`: packs every package that is published, and tests the tarballs as their users get them.
//   1. publint and "are the types wrong" read each tarball.
//   2. The tarballs are installed into an empty project outside the repository.
//   3. The examples of README.md and packages/*/README.md compile there under `nodenext` and `bundler`, and run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = join(import.meta.dirname, '..');
const bin = (...path) => join(root, 'node_modules', ...path);
/** The command line has no types to check. */
const WITHOUT_TYPES = ['foldout'];
/** Both ways in which TypeScript resolves the packages of a program today. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

const packages = readdirSync(join(root, 'packages'))
  .map((folder) => ({ folder, ...readJson(join(root, 'packages', folder, 'package.json')) }))
  .filter((manifest) => !manifest.private);
const scratch = mkdtempSync(join(tmpdir(), 'foldout-release-'));
try {
  const tarballs = pack();
  for (const { name, file } of tarballs) lint(name, file);
  const project = installInto(join(scratch, 'project'), tarballs);
  const examples = writeExamples(project);
  for (const resolution of Object.keys(RESOLUTIONS)) compile(project, resolution);
  await runExamples(project, examples);
  runCommand(project);
  say(`all ${tarballs.length} packages can be published`);
} catch (error) {
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack() {
  say('packing …');
  const workspaces = packages.flatMap(({ name }) => ['--workspace', name]);
  const { stdout } = run('npm', ['pack', '--json', '--pack-destination', scratch, ...workspaces], root);
  // npm 12 answers with an object by name, older versions with a list.
  const packed = Object.values(JSON.parse(stdout));
  return packed.map(({ name, filename, files }) => {
    const leaked = files
      .map(({ path }) => path)
      .filter((path) => /\.test\.|-under-test|__snapshots__|golden\//.test(path));
    if (leaked.length > 0) throw new Error(`${name} packs files of its tests: ${leaked.slice(0, 3).join(', ')}`);
    return { name, file: join(scratch, filename) };
  });
}

function lint(name, file) {
  say(`${name}: publint${WITHOUT_TYPES.includes(name) ? '' : ', are the types wrong'} …`);
  run(process.execPath, [bin('publint', 'src', 'cli.js'), 'run', file, '--strict'], root);
  if (WITHOUT_TYPES.includes(name)) return;
  // The packages are ES modules only: CommonJS and Node 10 resolution are not supported, so they are not checked.
  const args = [file, '--profile', 'esm-only', '--exclude-entrypoints', './foldout.schema.json', '--no-emoji'];
  run(process.execPath, [bin('@arethetypeswrong', 'cli', 'dist', 'index.js'), ...args], root);
}

function installInto(project, tarballs) {
  say('installing the tarballs into an empty project …');
  mkdirSync(project);
  const { devDependencies } = readJson(join(root, 'package.json'));
  const { dependencies } = readJson(join(root, 'packages', 'core', 'package.json'));
  // The optional peers of the adapters: without them, their declarations do not compile.
  const { devDependencies: frameworks } = readJson(join(root, 'packages', 'adapters', 'package.json'));
  const pinned = { ...frameworks, zod: dependencies.zod, '@types/node': devDependencies['@types/node'] };
  const others = Object.entries(pinned).map(([name, version]) => `${name}@${version}`);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  run('npm', ['install', ...quiet, ...tarballs.map(({ file }) => file), ...others], project);
  return project;
}

/** One file for each TypeScript example: `README.ts`, `core.ts` and so on. */
function writeExamples(project) {
  const pages = [['README', 'README.md'], ...packages.map(({ folder }) => [folder, `packages/${folder}/README.md`])];
  return pages.flatMap(([name, page]) => {
    const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
    return blocks.map(([, code], index) => {
      const example = index === 0 ? name : `${name}-${index + 1}`;
      writeFileSync(join(project, `${example}.ts`), code);
      return example;
    });
  });
}

function compile(project, resolution) {
  say(`compiling the examples of the READMEs (${resolution}) …`);
  const compilerOptions = {
    ...RESOLUTIONS[resolution],
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable'],
    types: ['node'],
    strict: true,
    // Type-checks all declarations of the packages, not only those that the examples use.
    skipLibCheck: false,
    outDir: resolution,
  };
  const file = `tsconfig.${resolution}.json`;
  writeFileSync(join(project, file), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  run(process.execPath, [bin('typescript', 'bin', 'tsc'), '-p', file], project);
}

async function runExamples(project, examples) {
  const server = join(project, 'nodenext', 'README.js');
  say('running the server of README.md …');
  const client = new Client({ name: 'release-check', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], cwd: project }));
  const call = { command: 'todo-create', input: { title: 'Buy milk' } };
  const answer = await client.callTool({ name: 'afd-call', arguments: call });
  await client.close();
  if (answer.structuredContent?.success !== true) throw new Error(`the server answered ${JSON.stringify(answer)}`);
  // The gateway's example reads `mcp.json`. Its upstream is the server from the example in README.md.
  const config = { mcpServers: { todos: { command: process.execPath, args: [server] } } };
  writeFileSync(join(project, 'mcp.json'), JSON.stringify(config));
  for (const example of examples.filter((name) => name !== 'README')) {
    say(`running the example of packages/${example} …`);
    run(process.execPath, [join('nodenext', `${example}.js`)], project);
  }
}

function runCommand(project) {
  say('running the installed command …');
  const command = join(project, 'node_modules', '.bin', 'foldout');
  const { stdout } = run(command, ['search', 'run several commands', '--config', 'mcp.json', '--json'], project);
  if (JSON.parse(stdout).hits[0]?.name !== 'afd-batch') throw new Error(`foldout search answered ${stdout}`);
}

function run(command, args, cwd) {
  const env = { ...process.env, FOLDOUT_HOME: join(scratch, 'state') };
  const windows = process.platform === 'win32' && command !== process.execPath;
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', shell: windows });
  if (error) throw error;
  if (status !== 0) throw new Error(`'${[command, ...args].join(' ')}' failed:\n${stdout}${stderr}`);
  return { stdout };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function say(message) {
  process.stdout.write(`release: ${message}\n`);
}
