// Two agents coordinate with 8 of 27 tools listed. Throws if a result differs from the one described.
import assert from 'node:assert/strict';
import { createMcpServer, DirectClient, estimateTokens } from '@foldout/server';
import { CORE_TOOLS, categoryDescriptions, mailCommands } from './commands.ts';

const commands = mailCommands();
const serve = (toolsMode: 'core' | 'extended') =>
  createMcpServer({
    name: 'agent-mail',
    version: '0.1.0',
    commands,
    categories: categoryDescriptions,
    toolStrategy: 'core',
    coreTools: CORE_TOOLS,
    toolsMode,
  });

// Tokens of `tools/list` in both modes.
const cost = (mode: 'core' | 'extended'): number => estimateTokens(JSON.stringify(serve(mode).listTools()));
const [core, extended] = [cost('core'), cost('extended')];
console.log(`${commands.length} tools: ${extended} tokens in extended mode, ${core} in core mode`);
assert(core <= extended * 0.4);

// A call of a tool that `tools/list` does not show works too.
const client = new DirectClient(serve('core'));
const call = async (tool: string, input: Record<string, unknown>) => {
  const result = await client.call(tool, input);
  if (!result.success) throw new Error(`${tool}: ${result.error.message} ${result.error.suggestion}`);
  return result.data as Record<string, unknown>;
};
const project_key = '/data/projects/backend';
await call('ensure_project', { human_key: project_key });
for (const name of ['BlueLake', 'GreenCastle']) {
  await call('register_agent', { project_key, name, program: 'codex', model: 'gpt' });
}
await call('file_reservation_paths', { project_key, agent_name: 'BlueLake', paths: ['src/**'] });
const cycle = { project_key, agent_name: 'GreenCastle', paths: ['src/users.ts'] };
const { conflicts } = await call('macro_file_reservation_cycle', cycle);
console.log(`GreenCastle wants src/users.ts: ${JSON.stringify(conflicts)}`);
assert.equal((conflicts as unknown[]).length, 1);

const message = { to: ['BlueLake'], subject: 'Users', body_md: 'May I change `src/users.ts`?', ack_required: true };
const { id } = await call('send_message', { project_key, sender_name: 'GreenCastle', ...message });
const { messages } = await call('fetch_inbox', { project_key, agent_name: 'BlueLake', include_bodies: true });
console.log(`BlueLake reads: ${JSON.stringify((messages as { body_md: string }[])[0]?.body_md)}`);
assert.equal((messages as unknown[]).length, 1);
const receipt = await call('acknowledge_message', { project_key, agent_name: 'BlueLake', message_id: id });
assert.equal(typeof receipt['ack_ts'], 'string');
