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
    [
      { rules: [{ arguments: { a: { greaterThan: 1 } }, then: 'deny' }] },
      'unknown field; the fields here are equals, oneOf, startsWith',
    ],
    [{ presets: 'careful' }, 'policy.presets: unknown field; did you mean "preset"?'],
  ])('is refused where a rule could mean something else: %j', (policy, expected) => {
    const problems = problemsOf(policy);
    expect(problems.join('\n')).toContain(expected);
  });
});

describe('a configuration', () => {
  const files = { files: { command: 'files-server' } };
  const checked = (config: object) => {
    try {
      const text = JSON.stringify({ mcpServers: files, ...config });
      const { problems } = loadConfig({ text, file: 'f.json' }, { env: {}, home: '/home/ada', cwd: '/home/ada' });
      return problems.map((one) => `${one.severity} ${formatProblem(one).replace(/^\S+ /, '')}`);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems.map((one) => formatProblem(one).replace(/^\S+ /, ''));
      throw error;
    }
  };

  it('warns of rules and quotas that match nothing, as they name no server and no token of it', () => {
    const rules = [
      { tools: ['filez/*', 'files/*', 'functions/*', '*/x', 'fi?es/y'], then: 'deny' },
      { servers: 'mail', then: 'deny' },
      { principals: ['c1', 'ci', 'local', 'oauth:ada', 'team-*'], then: 'deny' },
    ];
    const http = { tokens: [{ name: 'ci', token: 'a-long-token-for-the-ci' }] };
    const nothing = 'of this file has this name, so nothing matches';
    expect(checked({ policy: { rules }, quotas: [{ tools: 'fils/a', callsPerDay: 1 }], http })).toEqual([
      `warning policy.rules[0].tools: no server ${nothing}; did you mean "files"?`,
      `warning policy.rules[1].servers: no server ${nothing}; write the name of a server`,
      `warning policy.rules[2].principals: no token ${nothing}; did you mean "ci"?`,
      `warning quotas[0].tools: no server ${nothing}; did you mean "files"?`,
    ]);
    expect(checked({ policy: { rules: [{ principals: 'ci', then: 'deny' }] } })).toEqual([]);
  });

  it.each([
    [{ quotas: [{ per: 'tool' }] }, 'quotas[0]: this quota limits nothing; write at least one of "callsPerDay"'],
    [
      { http: { tokens: [{ name: 'oauth:ada', token: 'a-long-token-for-ada' }] } },
      'http.tokens[0].name: users who sign in have such names',
    ],
    [{ audit: 'requird' }, 'audit: found "requird", did you mean "required"?; write "on", "required" or an object'],
    [
      { mcpServers: { files: { command: 'x', identity: 'person' } } },
      'mcpServers.files.identity: only a server with a "url" has accounts of its callers; remove it',
    ],
    [
      { mcpServers: { files: { url: 'https://x.example/mcp', identity: 'forward' } } },
      'mcpServers.files.identity: needs the OAuth tokens of callers, and this gateway takes none; configure "http.oauth"',
    ],
    [
      { mcpServers: { files: { url: 'https://x.example/mcp', identity: 'persons' } } },
      'mcpServers.files.identity: found "persons", did you mean "person"?; write "shared", "person", "forward" or an object',
    ],
  ])('is refused where a part could have no effect: %j', (config, expected) => {
    expect(checked(config).join('\n')).toContain(expected);
  });
});
