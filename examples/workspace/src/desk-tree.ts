import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommandRegistry, estimateTokens, type Tool } from '@foldout/core';
import { CommandSource } from '@foldout/core/internal';
import { generateTree, type SearchResult, TreeSearch } from '@foldout/workspace';
import { crmCommands } from './crm-commands.ts';
import { driveCommands } from './drive-commands.ts';

/** The tree that an agent reads, with a count of the tokens that it has read. */
export interface Desk {
  readonly root: string;
  readonly search: TreeSearch;
  readonly tools: readonly Tool[];
  /** Counts and prints the tokens of what the agent reads. */
  reads(what: string, shown: unknown): void;
  tokens(): number;
}

/** The tools of both servers. */
export function deskTools(): Tool[] {
  return [...toolsOf('drive', driveCommands()), ...toolsOf('crm', crmCommands())];
}

/** Generates the tree in a temporary folder, runs a pattern on it, and deletes the folder. */
export async function atDesk(pattern: (desk: Desk) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'foldout-example-'));
  try {
    const tools = deskTools();
    await generateTree(tools, { root });
    let spent = 0;
    await pattern({
      root,
      tools,
      search: new TreeSearch(root),
      tokens: () => spent,
      reads: (what, shown) => {
        const cost = estimateTokens(typeof shown === 'string' ? shown : JSON.stringify(shown));
        spent += cost;
        console.error(`${what.padEnd(52)} ${String(cost).padStart(5)} tokens`);
      },
    });
    console.error(`${'in all'.padEnd(52)} ${String(spent).padStart(5)} tokens`);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Tokens of a list of all tools. */
export function listingTokens(tools: readonly Tool[]): number {
  const listed = tools.map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
  }));
  return estimateTokens(JSON.stringify(listed));
}

/** A search result without its file path. */
export function shown({ definition, ...rest }: SearchResult): object {
  return { ...rest, ...(definition && { code: definition.code }) };
}

function toolsOf(server: string, commands: readonly Command[]): Tool[] {
  const registry = new CommandRegistry();
  for (const command of commands) registry.register(command);
  return new CommandSource(server, registry).tools();
}
