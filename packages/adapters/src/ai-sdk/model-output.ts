import type { Tool } from 'ai';

type ToModelOutput = NonNullable<Tool['toModelOutput']>;
export type ModelOutputOptions = Parameters<ToModelOutput>[0];
type ModelOutput = Awaited<ReturnType<ToModelOutput>>;
type JsonValue = Extract<ModelOutput, { type: 'json' }>['value'];

/** The longest text that a tool's own `toModelOutput` may put before the model. */
const MAX_TEXT = 40_000;

/** What the model reads of a call: the tool's own form, with its images and files, or the output as it is. */
export async function modelOutput(tool: Tool | undefined, given: ModelOutputOptions): Promise<ModelOutput> {
  const { output } = given;
  if (tool?.toModelOutput) {
    try {
      return bounded(await tool.toModelOutput(given));
    } catch (error) {
      // Thrown here, it would end the whole run: the SDK expects no error from this function.
      const value = `toModelOutput failed: ${error instanceof Error ? error.message.slice(0, 500) : 'unknown'}`;
      return { type: 'error-text', value };
    }
  }
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: (output ?? null) as JsonValue };
}

function bounded(output: ModelOutput): ModelOutput {
  if (output.type === 'text' || output.type === 'error-text')
    return output.value.length > MAX_TEXT ? { ...output, value: `${output.value.slice(0, MAX_TEXT)}… (cut)` } : output;
  if (output.type !== 'json') return output;
  const written = JSON.stringify(output.value) ?? '';
  return written.length > MAX_TEXT ? { type: 'text', value: `${written.slice(0, MAX_TEXT)}… (cut)` } : output;
}
