import type { Command, Engine } from '@foldout/core';
import type { McpServerOptions } from '../options.ts';
import { docsCommand } from './afd-docs.ts';
import { helpCommand } from './afd-help.ts';
import { schemaCommand } from './afd-schema.ts';

/** Commands that explain the others, for people and for agents that are new here. Opt-in. */
export function bootstrapCommands(engine: Engine, options: McpServerOptions): Command[] {
  return [helpCommand(engine, options), docsCommand(engine), schemaCommand(engine)];
}
