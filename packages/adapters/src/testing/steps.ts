import { z } from 'zod';
import { type PlainTool, type PlayOptions, RENAMED, type Step } from './contract.ts';

/** The step as a call of one of the three tools. */
export function callOfThree(step: Step) {
  return 'search' in step
    ? { name: 'afd-discover', input: { search: step.search } }
    : { name: 'afd-call', input: { command: step.call, input: step.input ?? {} } };
}

/** The step as a model with tool search takes it. */
export function directCall(step: Step) {
  return 'search' in step
    ? { name: 'search_tools', input: { query: step.search } }
    : { name: step.call, input: step.input ?? {} };
}

/** The same ids in every run, so that requests can be compared. */
export function idOf(index: number): string {
  return `call_${index + 1}`;
}

export function schemaOf({ input }: PlainTool): { readonly [keyword: string]: unknown } {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input);
  return schema;
}

/** Changes the tool that the adapter has read. */
export function rename(tools: readonly PlainTool[], made: readonly object[], { rename: name }: PlayOptions): void {
  const index = tools.findIndex((tool) => tool.name === name);
  if (index >= 0) Object.assign(made[index] ?? {}, RENAMED);
}
