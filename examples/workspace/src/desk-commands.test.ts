import { type Command, type CommandResult, Engine } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { crmCommands } from './crm-commands.ts';
import { deskTools } from './desk-tree.ts';
import { driveCommands, MEETING_NOTES } from './drive-commands.ts';

const caller = (name: string, commands: readonly Command[]) => {
  const engine = new Engine({ name, commands });
  return async (command: string, input: Record<string, unknown>) => {
    const result = (await engine.call({ command, input })) as CommandResult<Record<string, unknown>>;
    return result.success ? result.data : result.error.code;
  };
};

describe('the drive and the customer register', () => {
  it('can exchange the notes of a meeting', async () => {
    const drive = caller('drive', driveCommands());
    const crm = caller('crm', crmCommands());
    const notes = (await drive('get_document', { documentId: 'abc123' })) as { title: string; content: string };
    expect(notes.content).toBe(MEETING_NOTES);
    await crm('update_record', { recordId: 'note-1', data: { Title: notes.title, Body: notes.content } });
    expect(await crm('get_record', { recordId: 'note-1' })).toMatchObject({
      fields: { Title: 'Meeting notes', Body: MEETING_NOTES },
    });
  });

  it('list, find, create, move and delete records', async () => {
    const drive = caller('drive', driveCommands());
    expect(await drive('create_document', { title: 'New', content: 'Fresh words' })).toEqual({ id: 'doc3' });
    expect(await drive('search_files', { word: 'Fresh' })).toMatchObject({ files: [{ id: 'doc3', folder: 'new' }] });
    await drive('move_file', { documentId: 'doc3', folder: 'plans' });
    expect(await drive('list_files', { folder: 'plans' })).toMatchObject({ files: [{ id: 'def456' }, { id: 'doc3' }] });
    const crm = caller('crm', crmCommands());
    await crm('create_record', { objectType: 'Account', fields: { Name: 'South Mills' } });
    expect(await crm('find_records', { objectType: 'Account' })).toMatchObject({
      records: [{ recordId: 'account-3' }],
    });
    expect(await crm('delete_record', { recordId: 'account-3' })).toEqual({ deleted: true });
    expect(await crm('delete_record', { recordId: 'account-3' })).toBe('NOT_FOUND');
    expect(await drive('get_document', { documentId: 'none' })).toBe('NOT_FOUND');
  });

  it('declare an output schema for eight tools', () => {
    expect(deskTools().filter(({ outputSchema }) => outputSchema !== undefined)).toHaveLength(8);
  });
});
