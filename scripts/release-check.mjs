// `npm run release:check`: packs every package that is published, and tests the tarballs as their users get them.
//   1. publint and "are the types wrong" read each tarball.
//   2. The tarballs are installed into an empty project outside the repository.
//   3. The bundle for Claude Desktop and the single executable are built from them, and started.
//   4. The examples of README.md and packages/*/README.md compile there under `nodenext` and `bundler`, and run.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildBundle } from './distribute/bundle.mjs';
import { buildExecutable } from './distribute/executable.mjs';
import { installInto, packages, packInto, readJson, run as runWith } from './packed-packages.mjs';

const root = join(import.meta.dirname, '..');
const bin = (...path) => join(root, 'node_modules', ...path);
/** The command line has no types to check. */
const WITHOUT_TYPES = ['foldout'];
/** Both ways in which TypeScript resolves the packages of a program today. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

const scratch = mkdtempSync(join(tmpdir(), 'foldout-release-'));
const STATE = { FOLDOUT_HOME: join(scratch, 'state'), FOLDOUT_CACHE: join(scratch, 'cache') };
try {
  const tarballs = pack();
  for (const { name, file } of tarballs) lint(name, file);
  const project = emptyProject(tarballs);
  const examples = writeExamples(project);
  for (const resolution of Object.keys(RESOLUTIONS)) compile(project, resolution);
  await runExamples(project, examples);
  runCommand(project);
  runWithNpx(tarballs, project);
  await useBundle(project);
  await useExecutable(project);
  say(`all ${tarballs.length} packages can be published`);
} catch (error) {
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack() {
  say('packing …');
  const packed = packInto(scratch);
  for (const { name, files } of packed) {
    const leaked = files
      .map(({ path }) => path)
      .filter((path) => /\.test\.|-under-test|__snapshots__|golden\//.test(path));
    if (leaked.length > 0) throw new Error(`${name} packs files of its tests: ${leaked.slice(0, 3).join(', ')}`);
  }
  return packed;
}

function lint(name, file) {
  say(`${name}: publint${WITHOUT_TYPES.includes(name) ? '' : ', are the types wrong'} …`);
  run(process.execPath, [bin('publint', 'src', 'cli.js'), 'run', file, '--strict'], root);
  if (WITHOUT_TYPES.includes(name)) return;
  // The packages are ES modules only: CommonJS and Node 10 resolution are not supported, so they are not checked.
  const args = [file, '--profile', 'esm-only', '--exclude-entrypoints', './foldout.schema.json', '--no-emoji'];
  run(process.execPath, [bin('@arethetypeswrong', 'cli', 'dist', 'index.js'), ...args], root);
}

function emptyProject(tarballs) {
  say('installing the tarballs into an empty project …');
  const { devDependencies } = readJson(join(root, 'package.json'));
  const { dependencies } = readJson(join(root, 'packages', 'core', 'package.json'));
  // The optional peers of the adapters: without them, their declarations do not compile.
  const { devDependencies: frameworks } = readJson(join(root, 'packages', 'adapters', 'package.json'));
  const pinned = { ...frameworks, zod: dependencies.zod, '@types/node': devDependencies['@types/node'] };
  const others = Object.entries(pinned).map(([name, version]) => `${name}@${version}`);
  return installInto(join(scratch, 'project'), tarballs, others);
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

/** `npx -y foldout`, with the tarballs in place of the published packages. */
function runWithNpx(tarballs, project) {
  say('running npx -y foldout in an empty folder …');
  const empty = join(scratch, 'npx');
  mkdirSync(empty);
  const from = tarballs.flatMap(({ file }) => ['--package', file]);
  const args = ['exec', '--yes', '--prefer-offline', '--loglevel=error', ...from, '--', 'foldout'];
  const { stdout } = run('npm', [...args, 'list', '--config', join(project, 'mcp.json')], empty);
  if (!/^todos\t/m.test(stdout)) throw new Error(`npx -y foldout list answered ${stdout}`);
}

async function useBundle(project) {
  say('building foldout.mcpb, unpacking and starting it …');
  const outputDir = join(scratch, 'unpacked');
  const unpacked = await unpackExtension({ mcpbPath: await buildBundle(scratch), outputDir, silent: true });
  if (!unpacked) throw new Error('foldout.mcpb could not be unpacked');
  const { mcp_config: config } = readJson(join(outputDir, 'manifest.json')).server;
  // The client puts the folder of the bundle in place of `${__dirname}`.
  await callThrough(
    process.execPath,
    config.args.map((arg) => arg.replace(/\$\{__dirname\}/, outputDir)),
    project,
  );
}

async function useExecutable(project) {
  say('building the single executable, and starting it …');
  const file = await buildExecutable(scratch);
  await callThrough(file, ['serve'], project);
  // The sandbox starts a process of its own, with permissions of Node that the executable itself does not understand.
  writeFileSync(join(project, 'script.ts'), 'console.log(6 * 7);\n');
  const { stdout } = run(file, ['run', 'script.ts', '--config', 'mcp.json'], project);
  if (!stdout.includes('42')) throw new Error(`foldout run answered ${stdout}`);
}

/** Starts a gateway as a client does, and calls a tool of its upstream. */
async function callThrough(command, args, project) {
  const client = new Client({ name: 'release-check', version: '1' });
  const all = [...args, '--isolated', '--config', 'mcp.json'];
  const env = { ...process.env, ...STATE };
  await client.connect(new StdioClientTransport({ command, args: all, cwd: project, env, stderr: 'ignore' }));
  try {
    const call = { command: 'todos/afd-call', input: { command: 'todo-create', input: { title: 'Buy milk' } } };
    const answer = await client.callTool({ name: 'afd-call', arguments: call });
    if (answer.isError) throw new Error(`the gateway answered ${JSON.stringify(answer.content)}`);
  } finally {
    await client.close();
  }
}

function run(command, args, cwd) {
  return runWith(command, args, cwd, STATE);
}

function say(message) {
  process.stdout.write(`release: ${message}\n`);
}
