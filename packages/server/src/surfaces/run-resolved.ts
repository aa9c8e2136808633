import { type CallContext, type CommandResult, type Engine, failure } from '@foldout/core';
import { annotate, handlerError } from '@foldout/core/internal';
import type { Resolved, Viewer } from './surface.ts';

/** Runs a resolved call and puts the result into the form its tool answers with. Never throws. */
export async function runResolved(
  engine: Engine,
  name: string,
  { action, tool, input, warnings }: Resolved,
  context: Partial<CallContext>,
  viewer: Viewer,
): Promise<CommandResult> {
  try {
    const result = await engine.run(action, context);
    if (!tool?.answer || !result.success) return warned(result, warnings);
    const answer = tool.answer(result.data as never, input as never, viewer);
    return warned(warned(answer, result.warnings), warnings);
  } catch (error) {
    return failure(handlerError(name, error));
  }
}

function warned(result: CommandResult, warnings: readonly string[] = []): CommandResult {
  return warnings.length > 0 ? annotate(result, { warnings }) : result;
}
