import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { GatewayProcess } from '../../../../test/gateway/gateway-process.ts';

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

/** The same scope, set in the configuration or in the environment. */
const PLACES: Readonly<Record<string, { settings?: object; env?: NodeJS.ProcessEnv }>> = {
  'the configuration': { settings: IN_CONFIGURATION },
  'the environment': { env: IN_ENVIRONMENT },
  'the configuration, with a wider environment': {
    settings: IN_CONFIGURATION,
    env: { TOOLSETS: 'mail, calendar' },
  },
  'the environment, with a wider configuration': {
    settings: { toolsets: ['calendar'], tools: ['send_message', 'delete_message'] },
    env: IN_ENVIRONMENT,
  },
};

describe.each(Object.entries(PLACES))('a scope in %s', (_where, { settings = {}, env = {} }) => {
  const pipe = (args: readonly string[], input?: string) =>
    home.pipe(args, { env, ...(input !== undefined && { input }) });
  beforeAll(() => {
    home.configure(servers, settings);
  });

  it('limits the tools that are listed, found and generated', async () => {
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

  it('limits the tools that can be shown and called by name, with a clear error', async () => {
    expect((await pipe(['show', 'send_message', '--level', 'name'])).stdout.trim()).toBe('send_message');
    const call = await pipe(['call', 'list_events', 'day=today']);
    expect([call.code, call.stdout]).toEqual([0, expect.stringContaining('today')]);
    for (const args of [
      ['show', 'mail/delete_message'],
      ['call', 'delete_message', 'id=1', '--yes'],
    ]) {
      const { code, stdout, stderr } = await pipe(args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`'${args[1]}' exists but is outside the scope (`);
      const lines = stderr.trim().split('\n');
      expect(lines.filter((line) => !line.includes('"nothing_of_this_name", but no tool'))).toHaveLength(1);
    }
  });

  it('limits the tools that a script finds and calls', async () => {
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

describe('the environment', () => {
  it('never widens the scope of the configuration', async () => {
    home.configure(servers, { toolsets: ['calendar'] });
    const env = { TOOLS: 'delete_message, list_events, sned_message', TOOLSETS: 'nail' };
    const { stdout, stderr } = await home.pipe(['list', '--tools', '--json'], { env });
    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(['calendar/list_events']);
    expect(stderr.trim().split('\n')).toEqual([
      'foldout: TOOLSETS in the environment contains "nail", but no category or server has that name.',
      'foldout: TOOLS in the environment contains "delete_message", but the configured scope does not allow it. ' +
        'The environment can only narrow that scope: add the name there.',
      'foldout: TOOLS in the environment contains "sned_message", but no tool has that name.',
    ]);
    const call = await home.pipe(['call', 'delete_message', 'id=1', '--yes'], { env });
    expect([call.code, call.stdout]).toEqual([2, '']);
    expect(call.stderr).toContain(
      '(toolsets calendar; TOOLSETS nail; TOOLS delete_message, list_events, sned_message)',
    );
  });
});

describe('serve with names in the environment that have no effect', () => {
  it('reports them once, after the last server has listed its tools', async () => {
    const cold = new CliHome();
    try {
      const file = cold.configure({ mail: cold.server('mail', MAIL), calendar: cold.server('calendar', CALENDAR) });
      const env = { ...cold.env, TOOLS: 'list_events, delete_message, sned_message' };
      await using gateway = await GatewayProcess.start({ file }, { cwd: cold.work, env });
      const warned = gateway.output.split('\n').filter((line) => line.includes('in the environment'));
      expect(warned).toEqual([
        expect.stringContaining('TOOLS in the environment contains "sned_message", but no tool has that name.'),
      ]);
    } finally {
      cold.close();
    }
  });
});

describe('a scope that matches no tool', () => {
  it('shows no tools and a note with the reason', async () => {
    home.configure(servers, { toolsets: ['no-such-thing'] });
    for (const args of [
      ['list', '--tools'],
      ['search', 'send a message'],
      ['generate', join(home.work, 'empty')],
    ]) {
      const { stdout, stderr } = await home.pipe(args);
      expect(stdout).not.toContain('message');
      expect(stderr).toContain('the scope matches none (toolsets no-such-thing)');
    }
  });
});
