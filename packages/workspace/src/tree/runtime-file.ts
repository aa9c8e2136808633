/** Where the functions of the tree call from, relative to its root. The sandbox serves a module of its own there. */
export const RUNTIME_PATH = 'foldout.ts';

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

/** Decides who runs the tools where no sandbox does. */
export function setCaller(next: ToolCaller | undefined): void {
  caller = next;
}

/** Calls a tool by its own name; fails with what the tool says where it fails. */
export async function callTool<T>(server: string, tool: string, input: unknown): Promise<T> {
  if (!caller) {
    throw new Error(\`Nothing here can call '\${server}/\${tool}'. Run the script with 'foldout run', or give a caller with setCaller().\`);
  }
  return (await caller(server, tool, input)) as T;
}
`;

export const CONFIG_PATH = 'tsconfig.json';

export const CONFIG_TEXT = `${JSON.stringify(
  {
    compilerOptions: {
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
    },
    include: ['foldout.ts', 'servers'],
  },
  null,
  2,
)}\n`;
