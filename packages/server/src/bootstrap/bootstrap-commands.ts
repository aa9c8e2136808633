import type { Command, Engine } from '@foldout/core';
import { docsCommand } from './afd-docs.ts';
import { helpCommand, type ServerFacts } from './afd-help.ts';
import { schemaCommand } from './afd-schema.ts';

/** Commands that explain the other commands. Opt-in. */
export function bootstrapCommands(engine: Engine, facts: ServerFacts): Command[] {
  return [helpCommand(engine, facts), docsCommand(engine), schemaCommand(engine)];
}
