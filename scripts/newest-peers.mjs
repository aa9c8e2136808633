// `node scripts/newest-peers.mjs <node>`: runs the tests of the adapters on the newest version of every framework, with the given
// Node, and those of OpenAI's adapter on the oldest line of its SDK. The repository itself has the newest versions that Node 20
// takes, and AI SDK 5 beside them.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson, run } from './packed-packages.mjs';

const root = join(import.meta.dirname, '..');
const [node = process.execPath] = process.argv.slice(2);
const FRAMEWORKS = [
  'ai',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@anthropic-ai/sdk',
  '@langchain/core',
  '@mastra/core',
  '@openai/agents',
  'langchain',
  'openai',
];
const OLDEST = 'openai@5.12.0';

const folder = mkdtempSync(join(tmpdir(), 'foldout-newest-'));
try {
  const newest = FRAMEWORKS.map((name) => `${name}@${newestOf(name)}`);
  // LangGraph's newest does not fit the newest LangChain; this is the version that does.
  const { devDependencies } = readJson(join(root, 'packages', 'adapters', 'package.json'));
  newest.push(`@langchain/langgraph@${devDependencies['@langchain/langgraph']}`);
  say(`installing ${newest.join(', ')} …`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  // Some of them refuse each other's newest version in their peer ranges.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--save-exact', ...options, ...newest], folder);
  linkTheRest();
  cpSync(join(root, 'packages', 'adapters', 'src'), join(folder, 'src'), { recursive: true });
  test();
  say(`installing ${OLDEST} …`);
  run('npm', ['install', '--save-exact', ...options, OLDEST], folder);
  linkTheRest();
  test('src/openai/');
} catch (error) {
  process.stderr.write(`newest peers: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function test(...files) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--root', folder, '--testTimeout', '30000', ...files];
  const { stdout } = run(node, args, folder, { NO_COLOR: '1' });
  say(stdout.match(/Tests {2}.*/)?.[0] ?? stdout);
}

/** Without an exact version, npm takes an older one that supports the Node it runs on. */
function newestOf(name) {
  return run('npm', ['view', name, 'dist-tags.latest'], folder).stdout.trim();
}

/** What the adapters and their tests need beside the frameworks comes from the repository, with its built packages. */
function linkTheRest() {
  for (const scope of ['@foldout', '@modelcontextprotocol']) {
    rmSync(join(folder, 'node_modules', scope), { recursive: true, force: true });
    mkdirSync(join(folder, 'node_modules', scope));
    for (const name of readdirSync(join(root, 'node_modules', scope))) link(join(scope, name));
  }
  for (const name of ['ai5', 'gpt-tokenizer', 'typescript', 'vitest', 'zod']) link(name);
}

function link(name) {
  const target = join(folder, 'node_modules', name);
  rmSync(target, { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules', name), target);
}

function say(message) {
  process.stdout.write(`newest peers: ${message}\n`);
}
