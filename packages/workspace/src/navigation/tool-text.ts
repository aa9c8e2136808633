/** What the text of a tool's file tells without being compiled. */
export interface ToolMetadata {
  readonly description: string;
  readonly inputType: string | undefined;
  readonly outputType: string | undefined;
  readonly functionName: string | undefined;
}

const NO_DESCRIPTION = 'No description available';

/** The first line of the first JSDoc comment, or of a line comment that the file begins with: people write files, too. */
export function descriptionIn(code: string): string {
  const [, block] = /^[ \t]*\/\*\*[ \t]*(?:\r?\n[ \t]*\*?)*[ \t]*([^\r\n]*)/m.exec(code) ?? [];
  const [, line] = /^\s*\/\/[ \t]*([^\r\n]*)/.exec(code) ?? [];
  const said = (block ?? line ?? '').replace(/\s*\*\/.*$/, '').replaceAll('*\\/', '*/');
  return said.trim() || NO_DESCRIPTION;
}

export function metadataIn(code: string): ToolMetadata {
  return {
    description: descriptionIn(code),
    inputType: /^export (?:interface|type) (\w+Input)\b/m.exec(code)?.[1],
    outputType: /^export (?:interface|type) (\w+Response)\b/m.exec(code)?.[1],
    functionName: /^export async function (\w+)/m.exec(code)?.[1],
  };
}
