import type { Engine } from '@foldout/core';
import { createMcpServer } from '@foldout/server';
import { codeRunner, nameTools, Sandbox } from '@foldout/workspace';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { createRunner } from 'run';
import { type SyntheticCommand, syntheticCommands, toFoldout } from '../commands.ts';

const INFO = { name: 'bench', version: '1.0.0' };
const COMMANDS = 80;
/** Calls of one script: enough that its start does not count. */
export const CALLS = 500;

/** Everybody who can call one command of one engine: clients with `afd-call`, and scripts in two sandboxes. */
export interface Callers extends AsyncDisposable {
  /** What the tree, and so a script, calls the command. */
  readonly functionName: string;
  readonly server: string;
  /** Where every message is handed over in memory, and over HTTP on loopback. */
  readonly afdCall: Readonly<Record<'memory' | 'http', () => Promise<void>>>;
  /** Runs a script; `call()` in it is the command. */
  readonly script: Readonly<Record<'foldout' | 'run', (code: string) => Promise<void>>>;
}

export async function openCallers(): Promise<Callers> {
  const commands = syntheticCommands(COMMANDS);
  const command = commands[0] as SyntheticCommand;
  const toolStrategy = 'lazy';
  const server = createMcpServer({ ...INFO, commands: toFoldout(commands), toolStrategy, transport: 'http', port: 0 });
  await server.start();
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  const memory = await connect(near);
  const http = await connect(new StreamableHTTPClientTransport(new URL(server.url ?? '')));
  const sandbox = new Sandbox();
  return {
    functionName: functionOf(server.engine, command),
    server: INFO.name,
    afdCall: { memory: () => afdCall(memory, command), http: () => afdCall(http, command) },
    script: { foldout: foldoutScript(sandbox, server.engine, command), run: runScript(server.engine, command) },
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await http.close();
      await server.stop();
      await sandbox.close();
    },
  };
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(transport);
  return client;
}

async function afdCall(client: Client, { name, sample }: SyntheticCommand): Promise<void> {
  const answer = await client.callTool({ name: 'afd-call', arguments: { command: name, input: sample } });
  if (answer.isError) throw new Error('afd-call failed');
}

function foldoutScript(sandbox: Sandbox, engine: Engine, { name, sample }: SyntheticCommand) {
  const runner = codeRunner(sandbox, { limits: { calls: CALLS, cpuMs: 60_000, timeMs: 120_000 } });
  const call = `const call = () => foldout.callTool('${INFO.name}', ${JSON.stringify(name)}, ${JSON.stringify(sample)});`;
  return async (code: string): Promise<void> => {
    const { error } = await runner.run(`${code.includes('call()') ? call : ''}${code}`, { engine });
    if (error) throw new Error(`${error.code}: ${error.message}`);
  };
}

/** The other sandbox of QuickJS for Node. Its call leads straight to the engine, as ours does. */
function runScript(engine: Engine, { name, sample }: SyntheticCommand) {
  const runner = createRunner({ limits: { maxBridgeRequests: CALLS, timeoutMs: 120_000 } });
  const callTool = async (input: Record<string, unknown>): Promise<unknown> => {
    const result = await engine.call({ command: `${INFO.name}/${name}`, input });
    if (!result.success) throw new Error(result.error.message);
    return result.data;
  };
  const call = `const call = () => foldout.callTool(${JSON.stringify(sample)});`;
  return async (code: string): Promise<void> => {
    const { status } = await runner.run({ source: `${call}${code}`, hostFunctions: { foldout: { callTool } } });
    if (status !== 'completed') throw new Error(`A script in run is ${status}`);
  };
}

function functionOf({ catalog }: Engine, { name }: SyntheticCommand): string {
  const named = nameTools(catalog.entries().map(({ tool }) => tool)).flatMap(({ tools }) => tools);
  return named.find(({ tool }) => tool.name === name)?.name ?? name;
}
