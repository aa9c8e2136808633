import { describe, expect, it } from 'vitest';
import { tool } from '../tools-under-test.ts';
import { ACTION, actionFit, actionNames, FIT } from './action.ts';
import { requestAction } from './request-action.ts';
import { toolAction } from './tool-action.ts';

const asked = (request: string): string[] => actionNames(requestAction(request).actions);

describe('the action that a request asks for', () => {
  it('is that of its verb in context', () => {
    expect(asked('open a pull request')).toEqual(['create']);
    expect(asked('open the file')).toContain('read');
    expect(asked('file a bug')).toEqual(['create']);
    expect(asked('delete the file')).toEqual(['delete']);
    expect(asked('can you please ping the team')).toEqual(['send']);
    expect(asked('get rid of that branch')).toEqual(['delete']);
    expect(asked('log in')).toEqual(['connect']);
    expect(asked('log a bug')).toEqual(['create']);
    expect(asked('look up a word')).toContain('find');
    expect(asked('I want to cancel the run')).toContain('stop');
  });

  it('is to look something up for a question', () => {
    for (const question of ['what is on my calendar?', 'which issues were closed', 'are there open alerts'])
      expect(asked(question)).toEqual(expect.arrayContaining(['find', 'list', 'read']));
  });

  it('is unknown without a verb, also where a noun looks like one', () => {
    for (const words of [
      'bug reports',
      'weekly report',
      'deleted items',
      'scheduled tasks',
      'alert status',
      'message history',
    ])
      expect(asked(words)).toEqual([]);
  });

  it('is to create what exists by being told, where nothing else is said', () => {
    for (const words of ['bug report', 'new bug report', 'feature request']) expect(asked(words)).toEqual(['create']);
    expect(asked('delete the bug report')).toEqual(['delete']);
    expect(asked('list feature requests')).toContain('list');
  });

  it('is that of every clause', () => {
    expect(asked('find the invoice, then delete it')).toEqual(expect.arrayContaining(['find', 'delete']));
  });
});

describe('the action of a tool', () => {
  it('is that of the verb in its name, else of its description, else of its annotations', () => {
    const of = (name: string, description = '', more = {}): string[] =>
      actionNames(toolAction(tool(`s/${name}`, description, more)));
    expect(of('create_issue')).toEqual(['create']);
    expect(of('mail_deleteMailbox')).toEqual(['delete']);
    expect(of('issue_write')).toEqual(['create', 'change']);
    expect(of('create_or_update_file')).toEqual(['create', 'change']);
    expect(of('git_log', 'Shows the commits')).toEqual(['list', 'read']);
    expect(of('rooms', '', { annotations: { readOnlyHint: true } })).toEqual(['find', 'list', 'read']);
    expect(of('rooms')).toEqual([]);
  });
});

describe('the fit of two actions', () => {
  it('is a conflict between looking and changing, and between deleting and other changes', () => {
    expect(actionFit(ACTION.create, ACTION.create)).toBe(FIT.same);
    expect(actionFit(ACTION.find, ACTION.list)).toBe(FIT.near);
    expect(actionFit(ACTION.list, ACTION.send)).toBe(FIT.conflict);
    expect(actionFit(ACTION.create, ACTION.delete)).toBe(FIT.conflict);
    expect(actionFit(0, ACTION.delete)).toBe(FIT.unknown);
    expect(actionFit(ACTION.delete, 0)).toBe(FIT.unknown);
  });

  it('is the same in both directions', () => {
    for (const one of Object.values(ACTION))
      for (const other of Object.values(ACTION)) expect(actionFit(one, other)).toBe(actionFit(other, one));
  });
});
