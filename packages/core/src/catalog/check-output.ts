import { annotate, type CommandResult, failure, isCommandResult, NATIVE } from '../result/result.ts';
import type { CommandSchema } from './command-schema.ts';
import { readIssues } from './schema-issues.ts';

/** What happens if the data of a command does not fit its output schema: nothing, a warning in the result, or an error. */
export type OutputCheck = 'off' | 'warn' | 'error';

export const OUTPUT_CHECK_DEFAULT: OutputCheck = 'warn';
const MAX_ISSUES = 3;

/**
 * Checks the data of a success with the output schema of its command. The checked data replaces the data: a schema drops
 * the fields that it does not have, so that no client gets a field that the contract does not name.
 */
export async function checkOutput(
  name: string,
  schema: CommandSchema,
  result: CommandResult,
  mode: OutputCheck,
): Promise<CommandResult> {
  // A result for MCP alone (an image, a question to the user) has a form of its own.
  if (!isCommandResult(result) || !result.success || NATIVE in result) return result;
  const checked = await schema['~standard'].validate(result.data);
  if (!checked.issues) return { ...result, data: checked.value };
  const issues = readIssues(checked.issues).slice(0, MAX_ISSUES);
  const reasons = issues.map(({ path, message }) => `${path.map(String).join('.') || 'data'}: ${message}`).join('; ');
  const message = `The data of '${name}' does not fit its output schema: ${reasons}`;
  if (mode === 'warn') return annotate(result, { warnings: [message] });
  return failure({
    code: 'INTERNAL_ERROR',
    message,
    suggestion: 'The command is wrong, not the input. Report the error.',
  });
}
