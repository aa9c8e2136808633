import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, stepCountIs, type ToolSet, tool } from 'ai';
import { installPeer, PEER_MODULES } from '../../npm-peers.ts';
import { Clock } from '../clock.ts';
import { type PlainTool, sampleInput } from '../tasks.ts';
import { watched } from './ai-sdk.ts';
import { KEY, MAX_STEPS, MODELS, run, type Way } from './way.ts';

/** The newest version whose binary runs with the C library of Debian 12. Ratel's own adapter for the AI SDK is not on npm. */
const PACKAGES = { '@ratel-ai/sdk': '0.1.5' };

interface RatelTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: object;
  execute(input: unknown): unknown;
}

interface Ratel {
  readonly ToolCatalog: new () => { register(tool: RatelTool): void };
  searchToolsTool(catalog: unknown): RatelTool;
  invokeToolTool(catalog: unknown): RatelTool;
}

/** Ratel's two tools in the AI SDK, as its README wires them. Nothing if npm cannot install it here. */
export async function ratelWays(plain: readonly PlainTool[], baseURL: string): Promise<Way[]> {
  if (!installPeer('ratel', PACKAGES)) return [];
  const entry = pathToFileURL(join(PEER_MODULES, '@ratel-ai/sdk/dist/index.js')).href;
  const ratel = (await import(entry)) as Ratel;
  const catalog = new ratel.ToolCatalog();
  for (const { name, description, schema } of plain)
    catalog.register({
      id: name,
      name,
      description,
      inputSchema: schema,
      outputSchema: {},
      execute: async () => run(),
    });
  const clock = new Clock();
  const two = [ratel.searchToolsTool(catalog), ratel.invokeToolTool(catalog)];
  const set: ToolSet = Object.fromEntries(
    two.map(({ name, description, inputSchema, execute }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<unknown>(inputSchema),
        execute: async (input: unknown) => await execute(input),
      }),
    ]),
  );
  const tools = watched(set, clock);
  const model = createOpenAI({ apiKey: KEY, baseURL })(MODELS.three);
  return [
    {
      name: "ai-sdk, Ratel's two tools",
      habit: {
        search: (query) => ({ name: 'search_tools', input: { query } }),
        call: (each) => ({ name: 'invoke_tool', input: { toolId: each.name, args: sampleInput(each) } }),
      },
      clock,
      play: (prompt) => generateText({ model, tools, prompt, maxRetries: 0, stopWhen: stepCountIs(MAX_STEPS) }),
    },
  ];
}
