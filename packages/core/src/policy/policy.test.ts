import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Policy, type PolicySubject } from './policy.ts';
import { type PolicyConfig, policyConfig } from './policy-schema.ts';

const NOON = Date.parse('2026-03-04T12:00:00Z');
const subject = (id: string, more: Partial<PolicySubject> = {}): PolicySubject => {
  const slash = id.indexOf('/');
  return { kind: 'tool', server: id.slice(0, slash), name: id.slice(slash + 1), risk: 'write', ...more };
};
const policy = (config: PolicyConfig) => new Policy(policyConfig.parse(config));
const decide = (
  config: PolicyConfig,
  id: string,
  more: { risk?: PolicySubject['risk']; by?: string; input?: unknown } = {},
) =>
  policy(config).decide(
    subject(id, more.risk && { risk: more.risk }),
    { principal: more.by ?? 'local' },
    more.input ?? {},
    NOON,
  ).verdict;

describe('a preset', () => {
  it.each([
    ['open', 'allow', 'allow', 'allow'],
    ['careful', 'allow', 'allow', 'ask'],
    ['read-only', 'allow', 'deny', 'deny'],
  ] as const)('%s decides by risk', (preset, ...expected) => {
    const risks = ['read', 'write', 'destructive'] as const;
    expect(risks.map((risk) => decide({ preset }, 'a/b', { risk }))).toEqual(expected);
  });

  it('is open where none is named', () => {
    expect(decide({}, 'a/b', { risk: 'destructive' })).toBe('allow');
  });
});

describe('rules', () => {
  it('decide in their order: the first that matches', () => {
    const config: PolicyConfig = {
      rules: [
        { tools: 'files/read_*', then: 'allow' },
        { servers: 'files', principals: 'ci', then: 'deny', reason: 'CI only reads.' },
        { servers: 'files', then: 'ask' },
      ],
    };
    expect(decide(config, 'files/read_file', { by: 'ci' })).toBe('allow');
    expect(decide(config, 'files/delete_file', { by: 'ci' })).toBe('deny');
    expect(decide(config, 'files/delete_file', { by: 'ada' })).toBe('ask');
    expect(decide(config, 'mail/delete', { by: 'ci' })).toBe('allow');
    expect(policy(config).decide(subject('files/x'), { principal: 'ci' }, {}, NOON)).toMatchObject({
      rule: 2,
      reason: 'CI only reads.',
    });
  });

  it('match a star in the server only up to the slash', () => {
    expect(decide({ rules: [{ tools: 'a*/x', then: 'deny' }] }, 'ab/c/x')).toBe('allow');
    expect(decide({ rules: [{ tools: '*/delete_?', then: 'deny' }] }, 'any/delete_1')).toBe('deny');
    expect(decide({ rules: [{ tools: '*/delete_?', then: 'deny' }] }, 'any/delete_12')).toBe('allow');
  });

  it('about one kind match no other', () => {
    const config: PolicyConfig = { rules: [{ tools: '*/*', then: 'deny' }] };
    const decide = (kind: PolicySubject['kind']) =>
      policy(config).decide(subject('a/b', { kind }), { principal: 'x' }, {}, NOON).verdict;
    expect([decide('tool'), decide('prompt'), decide('resource')]).toEqual(['deny', 'allow', 'allow']);
    const all = policy({ rules: [{ servers: 'a', then: 'deny' }] });
    for (const kind of ['tool', 'prompt', 'resource'] as const)
      expect(all.decide(subject('a/b', { kind }), { principal: 'x' }, {}, NOON).verdict).toBe('deny');
  });

  it('about a client match only a client that is authenticated', () => {
    const named = policy({ rules: [{ clients: 'claude-*', then: 'deny' }] });
    const decide = (client?: string) => named.decide(subject('a/b'), { principal: 'x', client }, {}, NOON).verdict;
    expect([decide('claude-ai'), decide('other'), decide()]).toEqual(['deny', 'allow', 'allow']);
  });

  it('keep callers apart whose names join to the same text', () => {
    const rules = policy({ rules: [{ principals: 'ab', clients: 'c', then: 'deny' }] });
    const decide = (principal: string, client: string) => rules.decide(tool, { principal, client }, {}, NOON).verdict;
    const tool = subject('a/b');
    expect([decide('a', 'bc'), decide('ab', 'c'), decide('abc', '')]).toEqual(['allow', 'deny', 'allow']);
  });

  it('hold at their time, in their time zone', () => {
    const config: PolicyConfig = {
      rules: [
        { time: { days: ['wed'], from: '13:00', to: '14:00', timeZone: 'Europe/Berlin' }, then: 'deny' },
        { time: { from: '22:00', to: '06:00' }, then: 'ask' },
      ],
    };
    const rules = policy(config);
    const at = (iso: string) => rules.decide(subject('a/b'), { principal: 'x' }, {}, Date.parse(iso)).verdict;
    expect(at('2026-03-04T12:00:00Z')).toBe('deny');
    expect(at('2026-03-04T12:59:59Z')).toBe('deny');
    expect(at('2026-03-04T13:00:00Z')).toBe('allow');
    expect(at('2026-03-05T12:00:00Z')).toBe('allow');
    expect([at('2026-03-05T23:30:00Z'), at('2026-03-05T05:59:00Z'), at('2026-03-05T06:00:00Z')]).toEqual([
      'ask',
      'ask',
      'allow',
    ]);
  });
});

describe('a decision for any input', () => {
  const forAny = (config: PolicyConfig) =>
    policy(config).decideForAnyInput(subject('a/b'), { principal: 'x' }, NOON)?.verdict;

  it('is there where the arguments cannot change it', () => {
    expect(forAny({ rules: [{ then: 'deny' }] })).toBe('deny');
    expect(forAny({ rules: [{ arguments: { a: 1 }, then: 'deny' }, { then: 'deny' }] })).toBe('deny');
    expect(forAny({ preset: 'read-only', rules: [{ arguments: { a: 1 }, then: 'deny' }] })).toBe('deny');
  });

  it('is missing where they can', () => {
    expect(forAny({ rules: [{ arguments: { a: 1 }, then: 'deny' }] })).toBeUndefined();
    expect(forAny({ preset: 'read-only', rules: [{ arguments: { a: 1 }, then: 'allow' }] })).toBeUndefined();
  });

  it('is the decision that every input gets', () => {
    const condition = fc.record({ a: fc.constantFrom(1, 2) });
    const rule = fc.record(
      {
        tools: fc.constantFrom('a/*', 'a/b', 'b/*'),
        arguments: condition,
        then: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
      },
      { requiredKeys: ['then'] },
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), fc.integer({ min: 0, max: 3 }), (rules, a) => {
        const compiled = policy({ preset: 'careful', rules });
        const early = compiled.decideForAnyInput(subject('a/b'), { principal: 'x' }, NOON);
        const exact = compiled.decide(subject('a/b'), { principal: 'x' }, { a }, NOON);
        if (early) expect(early.verdict).toBe(exact.verdict);
      }),
    );
  });
});

it('explains what each rule says, up to the one that decides', () => {
  const config: PolicyConfig = {
    rules: [
      { tools: 'x/*', risk: 'read', then: 'allow' },
      { principals: 'ci', arguments: { force: true }, then: 'deny' },
      { servers: 'a', then: 'ask' },
      { then: 'deny' },
    ],
  };
  expect(policy(config).explain(subject('a/b'), { principal: 'ada' }, {}, NOON)).toEqual([
    { rule: 1, verdict: 'allow', mismatches: ['tools', 'risk'] },
    { rule: 2, verdict: 'deny', mismatches: ['principals', 'arguments'] },
    { rule: 3, verdict: 'ask', mismatches: [] },
  ]);
});
