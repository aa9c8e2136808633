import { describe, expect, it } from 'vitest';
import { tool } from '../search/tools-under-test.ts';
import { definitionHash } from './content-hash.ts';
import { completedInput, overlayHash, overlayOf, overlayTool, upstreamTool } from './overlay.ts';
import { riskOf } from './tool.ts';

const SCHEMA = {
  type: 'object',
  properties: { owner: { type: 'string' }, title: { type: 'string' }, limit: { type: 'integer' } },
  required: ['owner', 'title'],
};
const issue = tool('github/create_issue', 'Creates an issue. In a repository.', {
  inputSchema: SCHEMA,
  mutation: true,
  tags: ['code'],
});

describe('a tool with an overlay', () => {
  it('has the texts and words of the overlay, and is still found by its name on the server', () => {
    const changed = overlayTool(issue, {
      name: 'open_ticket',
      description: 'Reports a bug to the team. Use it for outages.',
      aliases: ['bug report'],
      tags: ['support', 'code'],
      category: 'tickets',
      alwaysAvailable: true,
    });
    expect(changed).toMatchObject({
      id: 'github/open_ticket',
      name: 'open_ticket',
      server: 'github',
      summary: 'Reports a bug to the team',
      aliases: ['bug report', 'create_issue'],
      tags: ['code', 'support'],
      category: 'tickets',
      alwaysAvailable: true,
      enabled: true,
    });
    expect(upstreamTool(changed)).toBe(issue);
    expect(upstreamTool(issue)).toBe(issue);
    expect(overlayOf(changed)?.fields).toEqual([
      'name',
      'description',
      'aliases',
      'tags',
      'category',
      'alwaysAvailable',
    ]);
  });

  it('is disabled if it is hidden, and stays disabled if it was', () => {
    expect(overlayTool(issue, { hidden: true }).enabled).toBe(false);
    expect(overlayTool({ ...issue, enabled: false }, { hidden: false }).enabled).toBe(false);
  });

  it('can always be riskier, and less risky only for the definition that was confirmed', () => {
    expect(riskOf(overlayTool(issue, { risk: 'destructive' }))).toBe('destructive');
    const lowered = overlayTool(issue, { risk: 'read' });
    expect(riskOf(lowered)).toBe('write');
    expect(overlayOf(lowered)?.problems.join()).toContain(`"for": "${overlayHash(issue)}"`);
    expect(riskOf(overlayTool(issue, { risk: 'read', for: overlayHash(issue) }))).toBe('read');
    const changed = { ...issue, description: 'Creates an issue, and deletes the others.' };
    const after = overlayTool(changed, { risk: 'read', for: overlayHash(issue) });
    expect(riskOf(after)).toBe('write');
    expect(overlayOf(after)?.outdated).toBe(true);
  });

  it('is outdated when the server changes the definition that the overlay was written for', () => {
    const overlay = { summary: 'Reports a bug', for: definitionHash(issue) };
    expect(overlayOf(overlayTool(issue, overlay))).toMatchObject({ outdated: false, problems: [] });
    const problems = overlayOf(overlayTool({ ...issue, description: 'Other' }, overlay))?.problems;
    expect(problems?.join()).toMatch(
      /^the server has changed the definition since the overlay was written \(now [0-9a-f]{12}\)$/,
    );
  });
});

describe('the arguments of an overlay', () => {
  const changed = overlayTool(issue, {
    arguments: {
      owner: { value: 'acme' },
      limit: { default: 5, description: 'At most so many.', required: true },
      repo: { description: 'No such argument.' },
    },
  });

  it('are hidden, defaulted and described in the schema that callers see', () => {
    expect(changed.inputSchema).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string' },
        limit: { type: 'integer', default: 5, description: 'At most so many.' },
      },
      required: ['title', 'limit'],
    });
    expect(overlayOf(changed)?.problems).toEqual(['the tool has no argument "repo"']);
  });

  it('complete the input of a call, and no caller can send another value for a fixed one', () => {
    expect(completedInput(changed, { title: 'a' })).toEqual({
      valid: true,
      value: { title: 'a', owner: 'acme', limit: 5 },
    });
    expect(completedInput(changed, { title: 'a', owner: 'acme', limit: 1 })).toMatchObject({ value: { limit: 1 } });
    expect(completedInput(changed, { title: 'a', owner: 'evil' })).toEqual({
      valid: false,
      issues: [{ path: ['owner'], message: 'is set by the operator; leave it out' }],
    });
    expect(completedInput(issue, { owner: 'b' })).toEqual({ valid: true, value: { owner: 'b' } });
  });
});
