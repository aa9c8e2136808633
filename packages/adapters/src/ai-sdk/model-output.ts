import { isObject } from '@foldout/core/internal';
import type { Tool } from 'ai';

type ToModelOutput = NonNullable<Tool['toModelOutput']>;
export type ModelOutputOptions = Parameters<ToModelOutput>[0];
type ModelOutput = Awaited<ReturnType<ToModelOutput>>;
type JsonValue = Extract<ModelOutput, { type: 'json' }>['value'];

/** The longest text that a tool's own `toModelOutput` may put before the model. */
const MAX_TEXT = 40_000;

/** What the model reads of a call: the tool's own form, with its images and files, or the output as it is. */
export async function modelOutput(tool: Tool | undefined, given: ModelOutputOptions): Promise<ModelOutput> {
  if (!tool?.toModelOutput) return asItIs(given.output);
  try {
    return bounded(await tool.toModelOutput(given));
  } catch (error) {
    return failed(error);
  }
}

/** The same in AI SDK 5, which passes the output alone and does not await the answer. */
export function modelOutputAtOnce(tool: Tool | undefined, output: unknown): ModelOutput {
  if (!tool?.toModelOutput) return asItIs(output);
  try {
    return bounded((tool.toModelOutput as (output: unknown) => ModelOutput)(output));
  } catch (error) {
    return failed(error);
  }
}

/** Whether `toModelOutput` was called as AI SDK 6 and newer call it. */
export function namesItsCall(given: unknown): given is ModelOutputOptions {
  return isObject(given) && 'toolCallId' in given && 'input' in given && 'output' in given;
}

function asItIs(output: unknown): ModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: (output ?? null) as JsonValue };
}

/** Thrown, it would end the whole run: the SDK expects no error from this function. */
function failed(error: unknown): ModelOutput {
  const value = `toModelOutput failed: ${error instanceof Error ? error.message.slice(0, 500) : 'unknown'}`;
  return { type: 'error-text', value };
}

function bounded(output: ModelOutput): ModelOutput {
  if (output.type === 'text' || output.type === 'error-text')
    return output.value.length > MAX_TEXT ? { ...output, value: `${output.value.slice(0, MAX_TEXT)}… (cut)` } : output;
  if (output.type !== 'json') return output;
  const written = JSON.stringify(output.value) ?? '';
  return written.length > MAX_TEXT ? { type: 'text', value: `${written.slice(0, MAX_TEXT)}… (cut)` } : output;
}
