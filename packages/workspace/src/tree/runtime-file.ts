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

/** The type of results so far, of a tool whose server declares none. Other keys are possible. */
export type Inferred<T> = T extends unknown[] ? T : T extends object ? T & { [more: string]: any } : T;

export type ToolCaller = (server: string, tool: string, input: unknown) => Promise<unknown>;

let caller: ToolCaller | undefined;

/** Sets the function that calls tools outside of the sandbox, instead of ./caller.mjs. No effect in the sandbox. */
export function setCaller(next: ToolCaller | undefined): void {
  caller = next;
}

const raws = new WeakMap<object, string>();

/**
 * Calls a tool by its original name. If the tool fails, throws its error. A text that is a JSON object or list comes parsed.
 * Outside of the sandbox, the call goes to a gateway: see ./caller.mjs.
 */
export async function callTool<T = any>(server: string, tool: string, input: unknown = {}): Promise<T> {
  // Not a literal, so that the type check does not look for declarations of the module.
  const module: string = './caller.mjs';
  caller ??= (await import(module)).callGateway as ToolCaller;
  const value = await caller(server, tool, input);
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value as T;
  try {
    const parsed = JSON.parse(value);
    raws.set(parsed, value);
    return parsed;
  } catch {
    return value as T;
  }
}

/** The text of the tool, where callTool has parsed it; any other value unchanged. */
export function rawResult(value: unknown): unknown {
  return (typeof value === 'object' && value !== null && raws.get(value)) || value;
}

/** Waits. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => (globalThis as any).setTimeout(resolve, ms));
}

/** Values that outlive a run, up to a quota for each principal. Works in scripts that 'foldout run' runs, and in run_code. */
export const store = {
  /** Undefined if nothing is stored under this key. */
  get: async <T = any>(key: string): Promise<T | undefined> => noStore(key),
  set: async (key: string, value: Json): Promise<void> => noStore(key),
  delete: async (key: string): Promise<void> => noStore(key),
  keys: async (): Promise<string[]> => noStore('keys'),
};

function noStore(key: string): never {
  throw new Error(\`Cannot use the store ('\${key}') outside of the sandbox. Run the script with 'foldout run'.\`);
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
  { compilerOptions: COMPILER_OPTIONS, include: [RUNTIME_PATH, 'servers', 'functions'] },
  null,
  2,
)}\n`;
