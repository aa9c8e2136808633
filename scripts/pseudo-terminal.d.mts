export const terminalKind: 'util-linux' | 'python' | undefined;

export interface PseudoTerminalOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly columns?: number | undefined;
  /** Each is typed once its `after` text has appeared. */
  readonly answers?: readonly { readonly after: string; readonly type: string }[] | undefined;
}

export function runInPseudoTerminal(
  command: readonly string[],
  options?: PseudoTerminalOptions,
): Promise<{ readonly code: number | null; readonly written: string }>;
