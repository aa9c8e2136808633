import type { ToolStrategy } from '@foldout/server';
import type { Client, Tool } from '@modelcontextprotocol/client';
import type { SyntheticCommand } from '../commands.ts';
import { tokensOf } from '../tokens.ts';

/** Makes a call, counts its tokens, and returns the text that the model reads. */
type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
type Steps = (call: Call, wanted: SyntheticCommand, tools: readonly Tool[]) => Promise<unknown>;

/** The strategies that the README compares. */
export const COMPARED = ['individual', 'grouped', 'lazy'] as const satisfies readonly ToolStrategy[];
export type Compared = (typeof COMPARED)[number];

/** How an agent gets from a request to a call, under each strategy. */
const STEPS: Readonly<Record<Compared, Steps>> = {
  individual: (call, { name, sample }) => call(name, sample),
  grouped: async (call, { name, category, sample }, tools) => {
    const action = name.slice(category.length + 1);
    // A long category lists only its first signatures. The model learns the others from the error of a first try.
    if (!isSigned(tools, category, action)) await call(category, { action, input: {} });
    await call(category, { action, input: sample });
  },
  lazy: async (call, { name, request, sample }) => {
    const found = await call('afd-discover', { search: request, level: 'signature' });
    if (!found.includes(`${name}(`)) throw new Error(`'${request}' does not find '${name}'.`);
    await call('afd-call', { command: name, input: sample });
  },
};

/** Tokens of all requests and answers after `tools/list`, until the commands have run. */
export async function taskTokens(
  client: Client,
  strategy: Compared,
  wanted: readonly SyntheticCommand[],
  tools: readonly Tool[],
): Promise<number> {
  let total = 0;
  for (const command of wanted) {
    let ran = false;
    const call: Call = async (name, input) => {
      const params = { name, arguments: { ...input } };
      const { content, structuredContent, isError } = await client.callTool(params);
      const text = content.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
      // Hosts show either the text or the structured content; the longer one is counted.
      total += tokensOf(params) + Math.max(tokensOf(text), tokensOf(structuredContent));
      ran = !isError;
      return text;
    };
    await STEPS[strategy](call, command, tools);
    if (!ran) throw new Error(`The task failed under '${strategy}': '${command.name}' did not run.`);
  }
  return total;
}

function isSigned(tools: readonly Tool[], category: string, action: string): boolean {
  const description = tools.find((tool) => tool.name === category)?.description ?? '';
  return description.split('\n').some((line) => line.startsWith(`${action}(`));
}
