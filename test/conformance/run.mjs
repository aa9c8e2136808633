// Runs the official MCP conformance suite against a Foldout server (every surface, both protocol revisions), and
// against a gateway in front of a Foldout server. The run fails when a scored scenario fails, when an unscored scenario
// fails without an entry in expected-failures.mjs, or when a scenario with an entry passes.
// Arguments: names of subjects. Without arguments, all subjects run.
import { join } from 'node:path';
import { expectedFailures } from './expected-failures.mjs';
import { startGateway, startServer } from './subjects.mjs';
import { installSuite, runSuite } from './suite.mjs';

/** The subjects by name: their surface and how to start them. */
const SUBJECTS = [
  ...['lazy', 'proxy', 'individual'].map((strategy) => ({
    name: strategy,
    strategy,
    start: () => startServer(strategy),
  })),
  ...['lazy', 'individual'].map((strategy) => ({
    name: `gateway-${strategy}`,
    strategy,
    start: () => startGateway(strategy),
  })),
];
const REVISIONS = ['2025-11-25', '2026-07-28'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SUBJECTS.some((subject) => subject.name === name));
if (unknown.length > 0) throw new Error(`There is no ${unknown}: ${SUBJECTS.map(({ name }) => name).join(', ')}.`);

const root = join(import.meta.dirname, '..', '..');
const suite = installSuite(join(root, 'node_modules', '.cache', 'conformance'));
process.stdout.write(`${suite.name}, server on Node ${process.versions.node}\n\n`);

const rows = [];
const problems = [];
for (const subject of SUBJECTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const running = await subject.start();
  try {
    for (const revision of REVISIONS) judge(subject, revision, await runSuite(suite, running.url, revision));
  } finally {
    await running.stop();
  }
}

printTable(rows);
for (const problem of problems) process.stdout.write(`\n${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function judge({ name: subject, strategy }, revision, { passed, scenarios }) {
  const where = `${subject}, ${revision}`;
  const scored = scenarios.filter((scenario) => scenario.scored);
  const unscored = scenarios.filter((scenario) => !scenario.scored);
  const failing = scenarios.filter(({ failures }) => failures.length > 0);
  const expected = expectedFailures.filter(
    ({ strategies = [strategy], subjects = [subject], revisions = REVISIONS }) =>
      strategies.includes(strategy) && subjects.includes(subject) && revisions.includes(revision),
  );
  const isExpected = (found) => !found.scored && expected.some(({ scenario }) => scenario === found.name);
  rows.push({
    subject,
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
    subject: 'subject',
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
