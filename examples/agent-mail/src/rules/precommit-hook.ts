/** By this line a hook is known to be ours. */
export const HOOK_MARK = 'agent-mail pre-commit guard';

/** Where the server writes what is reserved, in the `.git` folder, and where the hook reads it. */
export const SNAPSHOT = 'agent-mail-reservations.json';

/**
 * Stands alone: a repository may outlive this server. Node may read an extensionless file as either kind of module,
 * depending on the repository's own package.json, so it neither imports nor requires.
 * Patterns are matched without a regular expression, for a hostile one would hang the commit.
 */
export const HOOK = `#!/usr/bin/env node
// ${HOOK_MARK}
// Stops a commit that touches files which another agent has reserved exclusively.
// AGENT_NAME says who commits; AGENT_MAIL_BYPASS=1 lets one commit through.
const { spawnSync } = process.getBuiltinModule('node:child_process');
const { readFileSync } = process.getBuiltinModule('node:fs');
const git = (...args) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout || '';

function meets(left, right, wild, fits) {
  let below = [];
  for (let i = left.length; i >= 0; i -= 1) {
    const row = [];
    for (let j = right.length; j >= 0; j -= 1) {
      if (i === left.length) row[j] = j === right.length;
      else if (left[i] === wild) row[j] = below[j] || (j < right.length && row[j + 1]);
      else row[j] = j < right.length && below[j + 1] && fits(left[i], right[j]);
    }
    below = row;
  }
  return below[0];
}
const matches = (pattern, path) =>
  meets(pattern.split('/'), path.split('/'), '**', (a, b) =>
    meets([...a], [...b], '*', (x, y) => x === y || x === '?'));

function reservations() {
  try {
    const folder = git('rev-parse', '--git-common-dir').trim();
    return JSON.parse(readFileSync(folder + '/${SNAPSHOT}', 'utf8')).reservations;
  } catch {
    return [];
  }
}

const me = (process.env.AGENT_NAME || '').toLowerCase();
const now = new Date().toISOString();
const others = reservations().filter((one) => one.agent.toLowerCase() !== me && one.expires_ts > now);
const staged = git('diff', '--cached', '--name-only', '--no-renames', '-z').split('\\0').filter(Boolean);
const hits = staged.flatMap((path) =>
  others.filter((one) => matches(one.path_pattern, path)).map((one) => ({ path, ...one })));
if (hits.length > 0 && process.env.AGENT_MAIL_BYPASS !== '1') {
  process.stderr.write('agent-mail: this commit touches files that another agent has reserved:\\n');
  for (const { path, agent, path_pattern, expires_ts } of hits) {
    process.stderr.write('  ' + path + ': ' + agent + ' holds ' + path_pattern + ' until ' + expires_ts + '\\n');
  }
  process.stderr.write('Ask the holder with send_message, or set AGENT_MAIL_BYPASS=1 for this commit.\\n');
  process.exitCode = 1;
}
`;
