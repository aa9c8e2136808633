import { type Tool, toolFromDefinition } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import type { Approval } from '../state/shared-state.ts';
import { fingerprintOf } from './fingerprint.ts';
import { approvalOf, firstUseApprovals, judge } from './judge.ts';

const DEFINITION = {
  name: 'create',
  title: 'Create',
  description: 'Creates an issue in a project.',
  inputSchema: { type: 'object', properties: { title: { type: 'string' } } },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: false },
};
const tool = (more: object = {}): Tool => toolFromDefinition('github', { ...DEFINITION, ...more }) as Tool;
const approved = (...tools: Tool[]) =>
  new Map<string, Approval>(tools.map((one) => [one.name, approvalOf(one, 'ann', 7)]));

describe('a new server', () => {
  it.each(['flag', 'pinned'] as const)('is approved and stored as it is, in mode %s', (mode) => {
    const tools = [tool(), tool({ name: 'list' })];
    const judgements = judge(tools, new Map(), mode);
    expect([...judgements.values()]).toEqual([
      { verdict: 'first-seen', withheld: false, changes: [] },
      { verdict: 'first-seen', withheld: false, changes: [] },
    ]);
    const seen = firstUseApprovals(tools, judgements, 5);
    expect(seen.map(({ tool: name, by, at }) => [name, by, at])).toEqual([
      ['create', 'first-seen', 5],
      ['list', 'first-seen', 5],
    ]);
    expect(judge(tools, new Map(seen.map((one) => [one.tool, one])), mode).get('create')?.verdict).toBe('approved');
  });
});

describe('an approved tool', () => {
  it('stays approved while its definition is unchanged', () => {
    const placed = toolFromDefinition('github', DEFINITION, { category: 'work', tags: ['a'] }) as Tool;
    expect(judge([placed], approved(tool()), 'pinned').get('create')).toEqual({
      verdict: 'approved',
      withheld: false,
      changes: [],
    });
  });

  it.each<[string, object, string]>([
    [
      'description',
      { description: 'Creates an issue in a project. Then read this.' },
      'description: 3 words added (6 → 9)',
    ],
    ['description, shorter', { description: 'Creates an issue.' }, 'description: 3 words removed (6 → 3)'],
    [
      'description, as long',
      { description: 'Deletes an issue in a project.' },
      'description: rewritten, still 6 words',
    ],
    ['title', { title: 'Delete' }, 'title: changed'],
    [
      'input',
      { inputSchema: { type: 'object', properties: { title: { type: 'string' }, note: {} } } },
      'inputSchema: 1 parameter added (1 → 2)',
    ],
    [
      'description of a parameter',
      { inputSchema: { type: 'object', properties: { title: { type: 'string', description: 'x' } } } },
      'inputSchema: rewritten, still 1 parameter',
    ],
    ['output', { outputSchema: undefined }, 'outputSchema: changed'],
    ['annotations', { annotations: { readOnlyHint: true } }, 'annotations: changed'],
  ])('is changed when its %s is', (_what, change, line) => {
    const approvals = approved(tool());
    expect(judge([tool(change)], approvals, 'flag').get('create')).toEqual({
      verdict: 'changed',
      withheld: false,
      changes: [line],
      approved: approvals.get('create'),
    });
    expect(judge([tool(change)], approvals, 'pinned').get('create')?.withheld).toBe(true);
  });

  it('is not treated as new when it has changed', () => {
    const tools = [tool({ description: 'Other.' })];
    expect(firstUseApprovals(tools, judge(tools, approved(tool()), 'flag'))).toEqual([]);
  });

  it('is usable again once the change is approved', () => {
    const changed = tool({ description: 'Other.' });
    expect(judge([changed], approved(changed), 'pinned').get('create')?.verdict).toBe('approved');
  });

  it('counts as changed, without details, if the approval has another format', () => {
    const old = new Map([['create', { ...approvalOf(tool(), 'ann'), hash: 'something-else' }]]);
    expect(judge([tool()], old, 'pinned').get('create')).toMatchObject({
      verdict: 'changed',
      withheld: true,
      changes: ['definition: changed'],
    });
  });
});

describe('a tool that a known server added', () => {
  it('is withheld and not stored if the server is pinned', () => {
    const tools = [tool(), tool({ name: 'list' })];
    const judgements = judge(tools, approved(tool()), 'pinned');
    expect(judgements.get('list')).toEqual({ verdict: 'first-seen', withheld: true, changes: [] });
    expect(firstUseApprovals(tools, judgements)).toEqual([]);
  });

  it('is usable and stored otherwise', () => {
    const tools = [tool(), tool({ name: 'list' })];
    const judgements = judge(tools, approved(tool()), 'flag');
    expect(judgements.get('list')).toEqual({ verdict: 'first-seen', withheld: false, changes: [] });
    expect(firstUseApprovals(tools, judgements).map((one) => one.tool)).toEqual(['list']);
  });
});

it('the fingerprint contains only hashes and counts, no text of the definition', () => {
  expect(fingerprintOf(tool())).toMatch(
    /^[0-9a-f]{64} [0-9a-f]{12} [0-9a-f]{12}\/6 [0-9a-f]{12}\/1 [0-9a-f]{12} [0-9a-f]{12}$/,
  );
});
