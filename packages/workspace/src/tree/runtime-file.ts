/**
 * Where the functions of the tree call from, relative to its root. A script that is run finds a module of the sandbox
 * there, with the same exports; a script that is checked finds this one.
 */
export const RUNTIME_PATH = 'foldout.ts';
/** The same from the folder of a server. */
export const RUNTIME_IMPORT = `../../${RUNTIME_PATH}`;

export const RUNTIME_TEXT = `/**
 * Calls the tools of this tree
 *
 * Scripts import from './servers/<server>' and run with 'foldout run'. Elsewhere, give a caller first: setCaller(…).
 */

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A piece of what a tool shows. */
export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name?: string; mimeType?: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string; text?: string; blob?: string } };

/** The answer of a tool that does not say what it answers: JSON, or text (which is JSON too), or blocks. */
export type ToolResult = Json | ContentBlock[];

export type ToolCaller = (server: string, tool: string, input: unknown) => Promise<unknown>;

let caller: ToolCaller | undefined;

/** Decides who runs the tools where no sandbox does. In a sandbox it changes nothing. */
export function setCaller(next: ToolCaller | undefined): void {
  caller = next;
}

/** Calls a tool by its own name; fails with what the tool says where it fails. */
export async function callTool<T = any>(server: string, tool: string, input: unknown = {}): Promise<T> {
  if (!caller) {
    throw new Error(\`Nothing here can call '\${server}/\${tool}'. Run the script with 'foldout run', or give a caller with setCaller().\`);
  }
  return (await caller(server, tool, input)) as T;
}

/** A tool that a search has found: callTool(server, tool, input) calls it. */
export interface FoundTool {
  name: string;
  server: string;
  tool: string;
  description?: string;
  signature?: string;
  /** 0 to 1. */
  score?: number;
  [more: string]: unknown;
}

/** Finds tools from a plain sentence, the best first. Works in scripts that 'foldout run' runs. */
export async function searchTools(query: string, options: { limit?: number } = {}): Promise<FoundTool[]> {
  throw new Error(\`Nothing here can search for '\${query}'. Run the script with 'foldout run'.\`);
}

/** Everything about a tool, with its types as text. Works in scripts that 'foldout run' runs. */
export async function describeTool(name: string): Promise<{ name: string; description?: string; typescript?: string; [more: string]: unknown }> {
  throw new Error(\`Nothing here can describe '\${name}'. Run the script with 'foldout run'.\`);
}
`;

export const CONFIG_PATH = 'tsconfig.json';

/** How the tree is compiled, and a script against it: what type-checks can be run by stripping its types. */
export const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  strict: true,
  noEmit: true,
  types: [],
};

export const CONFIG_TEXT = `${JSON.stringify(
  { compilerOptions: COMPILER_OPTIONS, include: [RUNTIME_PATH, 'servers'] },
  null,
  2,
)}\n`;
