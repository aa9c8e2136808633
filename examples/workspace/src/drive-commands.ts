import { type Command, defineCommand, failure, success } from '@foldout/core';
import { z } from 'zod';

interface Document {
  readonly id: string;
  title: string;
  content: string;
  folder: string;
}

const document = z.object({ id: z.string(), title: z.string(), content: z.string(), folder: z.string() });
const entry = document.omit({ content: true });

/** The notes that the headline task copies: long enough to be expensive in a conversation. */
export const MEETING_NOTES = Array.from(
  { length: 400 },
  (_, line) => `${line + 1}. The team agreed on point ${line + 1} and named somebody who follows it up before Friday.`,
).join('\n');

/** A drive with documents, kept in memory. */
export function driveCommands(): Command[] {
  const documents = new Map<string, Document>(
    [
      { id: 'abc123', title: 'Meeting notes', content: MEETING_NOTES, folder: 'meetings' },
      { id: 'def456', title: 'Travel plan', content: 'Train at nine, back at six.', folder: 'plans' },
    ].map((one) => [one.id, one]),
  );
  const missing = (id: string) =>
    failure({ code: 'NOT_FOUND', message: `There is no document '${id}'`, suggestion: 'List them with list_files.' });
  return [
    defineCommand({
      name: 'get_document',
      category: 'drive',
      mutation: false,
      description: 'Retrieves a document from the drive. Answers with its title and its whole content.',
      input: z.object({ documentId: z.string().describe('Which document') }),
      output: document,
      handler: ({ documentId }) => {
        const found = documents.get(documentId);
        return found ? success(found) : missing(documentId);
      },
    }),
    defineCommand({
      name: 'list_files',
      category: 'drive',
      mutation: false,
      description: 'Lists the files of the drive, newest first, without their content.',
      input: z.object({ folder: z.string().optional().describe('Only files of this folder') }),
      output: z.object({ files: z.array(entry) }),
      handler: ({ folder }) => {
        const files = [...documents.values()].filter((one) => folder === undefined || one.folder === folder);
        return success({ files: files.map(({ content: _content, ...rest }) => rest) });
      },
    }),
    defineCommand({
      name: 'search_files',
      category: 'drive',
      mutation: false,
      description: 'Searches the files of the drive for a word in their title or content.',
      input: z.object({ word: z.string() }),
      output: z.object({ files: z.array(entry) }),
      handler: ({ word }) => {
        const found = [...documents.values()].filter(({ title, content }) => `${title} ${content}`.includes(word));
        return success({ files: found.map(({ content: _content, ...rest }) => rest) });
      },
    }),
    defineCommand({
      name: 'create_document',
      category: 'drive',
      description: 'Creates a document on the drive.',
      mutation: true,
      input: z.object({ title: z.string(), content: z.string(), folder: z.string().default('new') }),
      output: z.object({ id: z.string() }),
      handler: (input) => {
        const id = `doc${documents.size + 1}`;
        documents.set(id, { id, ...input });
        return success({ id });
      },
    }),
    defineCommand({
      name: 'move_file',
      category: 'drive',
      description: 'Moves a file to another folder of the drive.',
      mutation: true,
      input: z.object({ documentId: z.string(), folder: z.string() }),
      handler: ({ documentId, folder }) => {
        const found = documents.get(documentId);
        if (!found) return missing(documentId);
        found.folder = folder;
        return success({ moved: true });
      },
    }),
  ];
}
