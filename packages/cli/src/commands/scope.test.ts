import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

let home: CliHome;
let servers: object;

beforeAll(async () => {
  home = new CliHome();
  servers = { mail: home.server('mail', MAIL), calendar: home.server('calendar', CALENDAR) };
  home.configure(servers);
  await home.pipe(['list']);
});
afterAll(() => home.close());

const CALENDAR_AND_ONE = ['calendar/create_event', 'calendar/list_events', 'mail/send_message'];
const IN_CONFIGURATION = { toolsets: ['Calendar'], tools: ['send_message'] };
const IN_ENVIRONMENT = { TOOLSETS: 'Calendar', TOOLS: 'mail/send_message, nothing_of_this_name' };

/** The same scope, said in the one place or in the other. */
const PLACES: Readonly<Record<string, { settings?: object; env?: NodeJS.ProcessEnv }>> = {
  'the configuration': { settings: IN_CONFIGURATION },
  'the environment': { env: IN_ENVIRONMENT },
  'the configuration before the environment': {
    settings: IN_CONFIGURATION,
    env: { TOOLSETS: 'mail', TOOLS: 'delete_message' },
  },
};

describe.each(Object.entries(PLACES))('a scope in %s', (_where, { settings = {}, env = {} }) => {
  const pipe = (args: readonly string[], input?: string) =>
    home.pipe(args, { env, ...(input !== undefined && { input }) });
  beforeAll(() => {
    home.configure(servers, settings);
  });

  it('says what is listed, found and written', async () => {
    const tools = JSON.parse((await pipe(['list', '--tools', '--json'])).stdout);
    expect(tools.map(({ id }: { id: string }) => id)).toEqual(CALENDAR_AND_ONE);
    const listed = JSON.parse((await pipe(['list', '--json'])).stdout);
    expect(listed.map((one: { server: string; tools: number }) => [one.server, one.tools])).toEqual([
      ['calendar', 2],
      ['mail', 1],
    ]);
    const { hits } = JSON.parse((await pipe(['search', '--json', 'delete a message'])).stdout);
    expect(hits.length).toBeGreaterThan(0);
    for (const { tool } of hits) expect(CALENDAR_AND_ONE).toContain(tool);
    const root = join(home.work, 'tree');
    await pipe(['generate', root]);
    const files = readdirSync(join(root, 'servers', 'mail')).filter((file) => file !== 'index.ts');
    expect(files).toHaveLength(1);
  });

  it('says which tool can be shown and called by its name, in plain words', async () => {
    expect((await pipe(['show', 'send_message', '--level', 'name'])).stdout.trim()).toBe('send_message');
    const call = await pipe(['call', 'list_events', 'day=today']);
    expect([call.code, call.stdout]).toEqual([0, expect.stringContaining('today')]);
    for (const args of [
      ['show', 'mail/delete_message'],
      ['call', 'delete_message', 'id=1', '--yes'],
    ]) {
      const { code, stdout, stderr } = await pipe(args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`'${args[1]}' exists and is not within the scope (toolsets Calendar; tools `);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('holds for what a script finds and calls', async () => {
    const script = `
      const found = await foldout.searchTools('delete a message for good');
      const tried = await foldout.callTool('mail', 'delete_message', { id: '1' }).catch((error) => error.code);
      return { found, tried };`;
    const { value } = JSON.parse((await pipe(['run', '-', '--yes', '--json'], script)).stdout);
    const found = value.found.map(({ server, tool }: { server: string; tool: string }) => `${server}/${tool}`);
    expect(found.sort()).toEqual(CALENDAR_AND_ONE);
    expect(value.tried).toBe('COMMAND_NOT_FOUND');
  });
});

describe('a scope that names nothing that exists', () => {
  it('shows nothing, and says why', async () => {
    home.configure(servers, { toolsets: ['no-such-thing'] });
    for (const args of [
      ['list', '--tools'],
      ['search', 'send a message'],
      ['generate', join(home.work, 'empty')],
    ]) {
      const { stdout, stderr } = await home.pipe(args);
      expect(stdout).not.toContain('message');
      expect(stderr).toContain('the scope names nothing that exists (toolsets no-such-thing)');
    }
  });
});
