import type { Engine } from '@foldout/core';
import { createMcpServer } from '@foldout/server';
import { codeRunner, nameTools, Sandbox } from '@foldout/workspace';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRunner } from 'run';
import { type SyntheticCommand, syntheticCommands, toFoldout } from '../commands.ts';
import { connectClient, connectInMemory, INFO } from '../connections.ts';

const COMMANDS = 80;
/** Calls of one script: enough to make the startup time of the script negligible. */
export const CALLS = 500;

/** Ways to call one command of one engine: clients with `afd-call`, and scripts in two sandboxes. */
export interface Callers extends AsyncDisposable {
  /** Name of the command's function in the tree of tool files. */
  readonly functionName: string;
  readonly server: string;
  /** Over a transport in memory, and over HTTP on loopback. */
  readonly afdCall: Readonly<Record<'memory' | 'http', () => Promise<void>>>;
  /** Runs a script. `call()` in the script calls the command. */
  readonly script: Readonly<Record<'foldout' | 'run', (code: string) => Promise<void>>>;
}

export async function openCallers(): Promise<Callers> {
  const commands = syntheticCommands(COMMANDS);
  const command = commands[0] as SyntheticCommand;
  const toolStrategy = 'lazy';
  const server = createMcpServer({ ...INFO, commands: toFoldout(commands), toolStrategy, transport: 'http', port: 0 });
  await server.start();
  const http = await connectClient(new StreamableHTTPClientTransport(new URL(server.url ?? '')), 'modern');
  const memory = await connectInMemory(server, 'modern');
  const sandbox = new Sandbox();
  return {
    functionName: functionOf(server.engine, command),
    server: INFO.name,
    afdCall: { memory: () => afdCall(memory.client, command), http: () => afdCall(http.client, command) },
    script: { foldout: foldoutScript(sandbox, server.engine, command), run: runScript(server.engine, command) },
    [Symbol.asyncDispose]: async () => {
      await http[Symbol.asyncDispose]();
      await memory[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
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

/** Uses npm package `run`, another QuickJS sandbox. Like in Foldout, its host function calls the engine directly. */
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
    if (status !== 'completed') throw new Error(`A script in the sandbox 'run' ended with status '${status}'`);
  };
}

function functionOf({ catalog }: Engine, { name }: SyntheticCommand): string {
  const named = nameTools(catalog.entries().map(({ tool }) => tool)).flatMap(({ tools }) => tools);
  return named.find(({ tool }) => tool.name === name)?.name ?? name;
}
