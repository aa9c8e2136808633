/**
 * The module that generated functions import `callTool` from, relative to the root of the tree. When a script runs in the
 * sandbox, a module with the same exports replaces it; a type check uses this one.
 */
export const RUNTIME_PATH = 'foldout.ts';
/** `RUNTIME_PATH`, relative to the folder of a server. */
export const RUNTIME_IMPORT = `../../${RUNTIME_PATH}`;

export const RUNTIME_TEXT = `/**
 * Calls the tools of this tree
 *
 * Scripts import from './servers/<server>' and run with 'foldout run'. Elsewhere, set a caller first: setCaller(…).
 */

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A content block of a tool result. */
export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name?: string; mimeType?: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string; text?: string; blob?: string } };

/** The result of a tool without an output schema: JSON (text is a JSON string) or content blocks. */
export type ToolResult = Json | ContentBlock[];

export type ToolCaller = (server: string, tool: string, input: unknown) => Promise<unknown>;

let caller: ToolCaller | undefined;

/** Sets the function that calls tools outside of the sandbox. No effect in the sandbox. */
export function setCaller(next: ToolCaller | undefined): void {
  caller = next;
}

/** Calls a tool by its original name. If the tool fails, throws its error. */
export async function callTool<T = any>(server: string, tool: string, input: unknown = {}): Promise<T> {
  if (!caller) {
    throw new Error(\`Cannot call '\${server}/\${tool}': no caller is set. Run the script with 'foldout run', or set a caller with setCaller().\`);
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
  throw new Error(\`Cannot search for '\${query}' outside of the sandbox. Run the script with 'foldout run'.\`);
}

/** Everything about a tool, with its types as text. Works in scripts that 'foldout run' runs. */
export async function describeTool(name: string): Promise<{ name: string; description?: string; typescript?: string; [more: string]: unknown }> {
  throw new Error(\`Cannot describe '\${name}' outside of the sandbox. Run the script with 'foldout run'.\`);
}
`;

export const CONFIG_PATH = 'tsconfig.json';

/** Compiler options of the tree and of scripts. Code that compiles with them runs after stripping its types. */
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
