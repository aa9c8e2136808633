import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { ConfigError, formatProblem } from './problem.ts';

function load(policy: unknown) {
  const text = JSON.stringify({ mcpServers: {}, policy });
  return loadConfig({ text, file: 'foldout.json' }, { env: {}, home: '/home/ada', cwd: '/home/ada' });
}

function problemsOf(policy: unknown): string[] {
  try {
    load(policy);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((one) => formatProblem(one).replace(/^\S+ /, ''));
    throw error;
  }
  return [];
}

describe('the policy of a configuration', () => {
  it('is read as it is written', () => {
    const policy = {
      preset: 'careful',
      rules: [
        { tools: ['files/delete_*', '*/drop'], risk: 'destructive', principals: 'ci', then: 'deny', reason: 'Never.' },
        { arguments: { amount: { atMost: 5, not: { equals: 0 } }, dry: true }, time: { days: ['sat'] }, then: 'ask' },
      ],
    };
    expect(load(policy).config.policy).toEqual(policy);
  });

  it.each([
    [
      { rules: [{ principal: 'ci', then: 'deny' }] },
      'policy.rules[0].principal: unknown field; did you mean "principals"?',
    ],
    [
      { rules: [{ tools: 'delete_*', then: 'deny' }] },
      'policy.rules[0].tools: is not a pattern for a tool; write server/name',
    ],
    [{ rules: [{ tools: 'files/{a,b}', then: 'deny' }] }, 'policy.rules[0].tools: is not a pattern for a tool'],
    [{ rules: [{ servers: '!files', then: 'deny' }] }, 'policy.rules[0].servers: is not a pattern for a server'],
    [{ rules: [{ servers: [], then: 'deny' }] }, 'policy.rules[0].servers: found'],
    [{ rules: [{ tools: 'a/b' }] }, 'policy.rules[0].then: found nothing; write one of'],
    [{ rules: [{ then: 'denied' }] }, 'policy.rules[0].then: found a text; write one of "allow", "ask", "deny"'],
    [{ rules: [{ time: { from: '9:00' }, then: 'deny' }] }, 'policy.rules[0].time.from: is not a time of day; write'],
    [{ rules: [{ time: { timeZone: 'Mars' }, then: 'deny' }] }, 'policy.rules[0].time.timeZone: is not a time zone'],
    [{ rules: [{ arguments: { a: { startWith: 'x' } }, then: 'deny' }] }, 'unknown field'],
    [{ presets: 'careful' }, 'policy.presets: unknown field; did you mean "preset"?'],
  ])('is refused where a rule could mean something else: %j', (policy, expected) => {
    const problems = problemsOf(policy);
    expect(problems.join('\n')).toContain(expected);
  });
});
