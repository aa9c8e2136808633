import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTree, skillsFor } from '@foldout/workspace';
import type { Conversation } from './conversation.ts';
import { type Answer, Office, type Place } from './office.ts';
import { Shell } from './shell.ts';

/** The words that the agent searches for, and the description of the tool that it needs. */
const READ = { words: 'read a document from the drive', about: 'Retrieves a document from the drive' };
const WRITE = { words: 'update a note in the CRM', about: 'Updates fields of a customer record' };

const DOCUMENT = { documentId: 'abc123' };
const update = (text: string) => ({ recordId: 'note-1', data: { Body: text } });

const SCRIPT = `import { updateRecord } from './servers/crm';
import { getDocument } from './servers/drive';

const { content } = await getDocument({ documentId: 'abc123' });
const { recordId } = await updateRecord({ recordId: 'note-1', data: { Body: content } });
console.log(\`copied \${content.length} characters into \${recordId}\`);`;

const LOOK = `import { describeTool, searchTools } from './foldout.ts';

for (const words of ['${READ.words}', '${WRITE.words}']) {
  const found = await searchTools(words, { limit: 3 });
  for (const { server, tool, description } of found) console.log(server, tool, description);
  console.log((await describeTool(found[0].name)).typescript);
}`;

/** Performs the task and checks the result. Returns all messages of the model. */
export type Way = (place: Place) => Promise<Conversation>;

export const WAYS: Readonly<Record<string, Way>> = {
  'all tools listed': async (place) => {
    await using office = await Office.open(place, { toolStrategy: 'individual' });
    const tools = await office.list();
    const nameOf = ({ about }: typeof READ): string => {
      const found = tools.find(({ description = '' }) => description.startsWith(about));
      assert.ok(found, `no tool is listed that '${about}'`);
      return found.name;
    };
    const document = await office.call('read the document', nameOf(READ), DOCUMENT);
    await office.call('write the note', nameOf(WRITE), update(contentOf(document)));
    return done(office);
  },

  lazy: async (place) => {
    await using office = await Office.open(place, { toolStrategy: 'lazy' });
    await office.list();
    const find = async ({ words, about }: typeof READ) =>
      named((await office.call(`find: ${words}`, 'afd-discover', { search: words })).data, 'commands', about);
    const [read, write] = [await find(READ), await find(WRITE)];
    const document = await office.call('read the document', 'afd-call', { command: read, input: DOCUMENT });
    await office.call('write the note', 'afd-call', { command: write, input: update(contentOf(document)) });
    return done(office);
  },

  proxy: async (place) => {
    await using office = await Office.open(place, { toolStrategy: 'proxy' });
    await office.list();
    const find = async ({ words, about }: typeof READ) =>
      named((await office.call(`find: ${words}`, 'search_tools', { query: words })).data, 'tools', about);
    const [read, write] = [await find(READ), await find(WRITE)];
    const document = await office.call('read the document', 'invoke_tool', { toolName: read, args: DOCUMENT });
    await office.call('write the note', 'invoke_tool', { toolName: write, args: update(contentOf(document)) });
    return done(office);
  },

  'workspace files': async (place) => {
    await using office = await Office.open(place, { toolStrategy: 'lazy' });
    const tools = office.engine.catalog.entries().map(({ tool }) => tool);
    const root = await mkdtemp(join(tmpdir(), 'foldout-headline-'));
    try {
      await generateTree(tools, { root });
      const shell = new Shell(root, office.engine, office.conversation);
      const skills = skillsFor(tools).map(({ name, description }) => ({ name, description }));
      office.conversation.add('names of the skills', { read: skills });
      await shell.cat('skills/mcp-tool-navigator/SKILL.md');
      const servers = await shell.ls('servers');
      assert.ok(servers.includes('drive') && servers.includes('crm'));
      const files = await shell.ls('servers/drive', 'servers/crm');
      assert.ok(files.includes('getDocument.ts') && files.includes('updateRecord.ts'));
      await shell.cat('servers/drive/getDocument.ts', 'servers/crm/updateRecord.ts');
      await shell.write('copy.ts', SCRIPT);
      assert.match(await shell.run('copy.ts'), /^copied \d+ characters into note-1$/);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
    return done(office);
  },

  run_code: async (place) => {
    await using office = await Office.open(place, { toolStrategy: 'lazy', runCode: true });
    await office.list();
    const { text } = await office.call('search and describe, in a script', 'run_code', { code: LOOK });
    assert.match(text, /^drive get_document /m);
    assert.match(text, /^crm update_record /m);
    const { text: printed } = await office.call('copy, in a script', 'run_code', { code: SCRIPT });
    assert.match(printed, /^copied \d+ characters into note-1$/);
    return done(office);
  },
};

async function done(office: Office): Promise<Conversation> {
  await office.check();
  return office.conversation;
}

/** The document as the model has read it. The model has to repeat it in the next call. */
function contentOf({ data }: Answer): string {
  return (data as { content: string }).content;
}

/** The name of the tool with this description in a search result. */
function named(data: unknown, key: 'commands' | 'tools', about: string): string {
  const found = (data as Record<typeof key, readonly { name: string; description?: string }[]>)[key];
  const tool = found.find(({ description = '' }) => description.startsWith(about));
  assert.ok(tool, `the search does not find a tool that '${about}'`);
  return tool.name;
}
