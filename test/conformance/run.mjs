// Runs the official MCP conformance suite against a Foldout server: every surface, both protocol revisions.
// Fails when a scenario that the suite scores fails, when another one fails that is not expected to, or when one
// that is expected to fail does not. Takes the names of surfaces to run, all of them without any.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expectedFailures } from './expected-failures.mjs';
import { installSuite, runSuite } from './suite.mjs';

const STRATEGIES = process.argv.length > 2 ? process.argv.slice(2) : ['lazy', 'proxy', 'individual'];
const REVISIONS = ['2025-11-25', '2026-07-28'];
const START_MS = 30_000;

const root = join(import.meta.dirname, '..', '..');
const suite = installSuite(join(root, 'node_modules', '.cache', 'conformance'));
process.stdout.write(`${suite.name}, server on Node ${process.versions.node}\n\n`);

const rows = [];
const problems = [];
for (const strategy of STRATEGIES) {
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'everything-server.mjs'), '--strategy', strategy, '--port', '0'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  try {
    const [url] = await once(createInterface(server.stdout), 'line', { signal: AbortSignal.timeout(START_MS) });
    for (const revision of REVISIONS) judge(strategy, revision, await runSuite(suite, url, revision));
  } finally {
    server.kill();
  }
}

printTable(rows);
for (const problem of problems) process.stdout.write(`\n${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function judge(strategy, revision, { passed, scenarios }) {
  const where = `${strategy}, ${revision}`;
  const scored = scenarios.filter((scenario) => scenario.scored);
  const unscored = scenarios.filter((scenario) => !scenario.scored);
  const failing = scenarios.filter(({ failures }) => failures.length > 0);
  const expected = expectedFailures.filter(
    ({ strategies = STRATEGIES, revisions = REVISIONS }) =>
      strategies.includes(strategy) && revisions.includes(revision),
  );
  const isExpected = (found) => !found.scored && expected.some(({ scenario }) => scenario === found.name);
  rows.push({
    strategy,
    revision,
    scored: share(scored),
    checks: sum(scored.map((scenario) => scenario.passed)),
    failed: sum(scored.map(({ failures }) => failures.length)),
    unscored: share(unscored),
  });
  for (const { name, failures } of failing.filter((scenario) => !isExpected(scenario))) {
    const lines = failures.map(({ id, errorMessage }) => `  ${id}: ${errorMessage}`);
    problems.push([`${where}: ${name} fails`, ...lines].join('\n'));
  }
  for (const { scenario } of expected) {
    if (!failing.some(({ name }) => name === scenario)) {
      problems.push(`${where}: ${scenario} no longer fails. Remove it from expected-failures.mjs.`);
    }
  }
  if (!passed && scored.every(({ failures }) => failures.length === 0))
    problems.push(`${where}: the suite itself reports a failure.`);
}

function printTable(entries) {
  const header = {
    strategy: 'strategy',
    revision: 'revision',
    scored: 'scored scenarios passed',
    checks: 'checks passed',
    failed: 'checks failed',
    unscored: 'unscored passed',
  };
  const keys = Object.keys(header);
  const widths = keys.map((key) => Math.max(...[header, ...entries].map((row) => String(row[key]).length)));
  for (const row of [header, ...entries]) {
    process.stdout.write(`${keys.map((key, index) => String(row[key]).padEnd(widths[index])).join('  ')}\n`);
  }
}

function share(scenarios) {
  return `${scenarios.filter(({ failures }) => failures.length === 0).length} of ${scenarios.length}`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
