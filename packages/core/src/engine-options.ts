import type { OutputCheck } from './catalog/check-output.ts';
import type { ContextDefinition } from './catalog/contexts.ts';
import type { Command } from './catalog/define-command.ts';
import type { CommandRegistry } from './catalog/registry.ts';
import type { ToolSource } from './catalog/source.ts';
import type { CodeRunner } from './code-runner.ts';
import type { Learning } from './discovery/learning.ts';
import type { ToolSearchOptions } from './discovery/tool-search.ts';
import type { Gate } from './execution/gate.ts';
import type { Middleware } from './execution/middleware/middleware.ts';
import type { OnError } from './execution/thrown-error.ts';

export interface EngineOptions {
  /** Local commands have the address `name/command`. */
  readonly name: string;
  /** The callable commands. Default: the commands of the registry with `expose.mcp`. */
  readonly commands?: readonly Command[] | undefined;
  /** May hold commands that cannot be called here; these can still be described. */
  readonly registry?: CommandRegistry | undefined;
  /** Sources of further tools. */
  readonly sources?: readonly ToolSource[] | undefined;
  readonly middleware?: readonly Middleware[] | undefined;
  readonly contexts?: readonly ContextDefinition[] | undefined;
  readonly callTimeoutMs?: number | undefined;
  readonly maxResultChars?: number | undefined;
  /** Receives what commands and middleware throw. The caller gets a masked message with the trace id. */
  readonly onError?: OnError | undefined;
  /** What happens if the data of a command does not fit its `output` schema. Default: `warn`. */
  readonly outputCheck?: OutputCheck | undefined;
  /** Category → description. Search reads it too. */
  readonly categories?: Readonly<Record<string, string>> | undefined;
  readonly search?: Omit<ToolSearchOptions, 'categoryDescription'> | undefined;
  /** Usage statistics, for answers that say which tool often comes next. */
  readonly learning?: Learning | undefined;
  /** Runs the scripts of `code` actions. */
  readonly runCode?: CodeRunner | undefined;
  /** Decides which calls run. Absent: all. */
  readonly gate?: Gate | undefined;
}
