import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CONNECTABLE_CLIENTS, type FileConnection } from '@foldout/clients';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyEdit, parseValue } from '../config/edit-text.ts';
import { FILES } from './client-files-under-test.ts';
import { connectFile, disconnectFile } from './connect-file.ts';
import { entriesOf } from './plan.ts';
import { ConnectionRecords } from './records.ts';

const LAUNCH = { command: '/usr/bin/node', args: ['/opt/foldout/bin/foldout.js', 'serve'] };
/** For each client; there are thirty-six. */
const RUNS = 6;
const CLIENTS = CONNECTABLE_CLIENTS.flatMap(({ id, connection }) =>
  connection.kind === 'file' ? [[id, connection] as const] : [],
);

let folder: string;
let file: string;
let records: ConnectionRecords;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-edits-'));
  file = join(folder, 'home', 'mcp.json');
  mkdirSync(dirname(file));
  records = new ConnectionRecords(join(folder, 'state'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function afterBoth(connection: FileConnection, text: string, edit: (connected: string) => string) {
  writeFileSync(file, text);
  await connectFile(
    { client: 'any', connection, file, entry: connection.stdio(LAUNCH), replaced: ['github'] },
    records,
  );
  const edited = edit(readFileSync(file, 'utf8'));
  writeFileSync(file, edited);
  const record = await records.of(file);
  if (!record) throw new Error('no record');
  const { outcome, kept } = await disconnectFile(record, records);
  return { outcome, kept, text: readFileSync(file, 'utf8') };
}

/** An edit of one line that is in the file before and after `connect`; `at` picks the line. */
interface LineEdit {
  readonly at: number;
  readonly how: 'comment' | 'blank' | 'space' | 'end';
}

const LINE_EDITS: fc.Arbitrary<readonly LineEdit[]> = fc.array(
  fc.record({
    at: fc.nat(),
    how: fc.constantFrom('comment' as const, 'blank' as const, 'space' as const, 'end' as const),
  }),
  { minLength: 1, maxLength: 4 },
);

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const once = (lines: readonly string[], line: string): boolean => lines.filter((one) => one === line).length === 1;

function editLines(edits: readonly LineEdit[], common: readonly string[], syntax: FileConnection['syntax']) {
  return (text: string): string => {
    let lines = linesOf(text);
    for (const [index, { at, how }] of edits.entries()) {
      const anchor = common[at % common.length] ?? '';
      const comment = `${syntax === 'json' ? '//' : '#'} mine ${index}\n`;
      if (how === 'end') lines.push(comment);
      else
        lines = lines.flatMap((line) => {
          if (line !== anchor) return [line];
          if (how === 'space') return [line.replace('\n', ' \n')];
          return [how === 'blank' ? '\n' : comment, line];
        });
    }
    return lines.join('');
  };
}

type Name = 'notes' | 'mine' | 'more' | 'github' | 'foldout';
/** An edit of a server: added, changed or removed. */
const SERVER_EDITS: fc.Arbitrary<readonly { readonly name: Name; readonly set: string | undefined }[]> = fc.array(
  fc.record({
    name: fc.constantFrom<Name>('notes', 'mine', 'more', 'github', 'foldout'),
    set: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe.each(CLIENTS)('%s: a file that the user edits while it is connected', (_, connection) => {
  const { syntax, servers, list } = connection;
  const text = FILES[syntax](connection);

  it('has, after it is disconnected, the bytes that the same edits give without Foldout', async () => {
    let common: string[] = [];
    await afterBoth(connection, text, (connected) => {
      common = linesOf(text).filter((line) => once(linesOf(text), line) && once(linesOf(connected), line));
      return connected;
    });
    await fc.assert(
      fc.asyncProperty(LINE_EDITS, async (edits) => {
        const edit = editLines(edits, common, syntax);
        const wanted = edit(text);
        // An edit may break the file, such as a comment in a text of several lines. Then it is not a file to edit.
        fc.pre(canParse(wanted, syntax));
        const after = await afterBoth(connection, text, edit);
        expect(after).toEqual({ outcome: 'edited', kept: [], text: wanted });
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps every server of the user, whatever they do to it', async () => {
    const pathOf = (name: string) => [...servers, list ? { name } : name];
    await fc.assert(
      fc.asyncProperty(SERVER_EDITS, async (edits) => {
        let edited: Record<string, unknown> = {};
        const after = await afterBoth(connection, text, (connected) => {
          const result = edits.reduce((now, { name, set }) => {
            const own = set === undefined ? undefined : { ...(list && { name }), command: set, args: [] };
            return applyEdit(syntax, now, { path: pathOf(name), value: own });
          }, connected);
          edited = entriesOf(parseValue(syntax, result), connection);
          return result;
        });
        const left = entriesOf(parseValue(syntax, after.text), connection);
        const before = entriesOf(parseValue(syntax, text), connection);
        const touched = new Set<Name>(edits.map(({ name }) => name));
        for (const name of ['notes', 'mine', 'more'] as const) expect(left[name], name).toEqual(edited[name]);
        if (touched.has('github')) {
          // A server of the user's own choice stays; one that the user removed comes back only if `connect` removed it.
          if (edited['github'] !== undefined)
            expect(left['github']).toMatchObject({ command: (edited['github'] as { command: string }).command });
        } else expect(left['github']).toEqual(before['github']);
        if (!touched.has('foldout')) expect(left).not.toHaveProperty('foldout');
      }),
      { numRuns: RUNS },
    );
  });
});

function canParse(text: string, syntax: FileConnection['syntax']): boolean {
  try {
    parseValue(syntax, text);
    return true;
  } catch {
    return false;
  }
}
