/** Facts about a tool, read from the source of its file without compiling it. */
export interface ToolMetadata {
  readonly description: string;
  readonly inputType: string | undefined;
  readonly outputType: string | undefined;
  readonly functionName: string | undefined;
}

const NO_DESCRIPTION = 'No description available';

/** The first line of the first JSDoc comment, or of a line comment at the start of a hand-written file. */
export function descriptionIn(code: string): string {
  const [, block] = /^[ \t]*\/\*\*[ \t]*(?:\r?\n[ \t]*\*?)*[ \t]*([^\r\n]*)/m.exec(code) ?? [];
  const [, line] = /^\s*\/\/[ \t]*([^\r\n]*)/.exec(code) ?? [];
  const text = (block ?? line ?? '').replace(/\s*\*\/.*$/, '').replaceAll('*\\/', '*/');
  return text.trim() || NO_DESCRIPTION;
}

export function metadataIn(code: string): ToolMetadata {
  return {
    description: descriptionIn(code),
    inputType: /^export (?:interface|type) (\w+Input)\b/m.exec(code)?.[1],
    outputType: /^export (?:interface|type) (\w+Response)\b/m.exec(code)?.[1],
    functionName: /^export async function (\w+)/m.exec(code)?.[1],
  };
}
