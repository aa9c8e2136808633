import { commentText, literalText, TypeDeclarations } from '@foldout/core/internal';
import type { NamedServer, NamedTool } from '../names/named-tools.ts';
import { RUNTIME_IMPORT } from './runtime-file.ts';
import { headLines, instructionLines } from './tool-comment.ts';
import { inputSchemaOf, needsNoInput, resultsShown, type ToolFields } from './tool-fields.ts';

const IMPORTED = ['Inferred', 'ToolResult'];
type NamedToolFields = Omit<NamedTool, 'tool'> & { readonly tool: ToolFields };

/** The file of a tool: its description, its input and response types, and the function that calls it. */
export function toolFile({ tool, name, typeName }: NamedToolFields): string {
  const [input, response] = [`${typeName}Input`, `${typeName}Response`];
  const types = new TypeDeclarations([...IMPORTED, input, response]);
  const imports = tool.inferredFrom
    ? 'callTool, type Inferred'
    : tool.outputSchema
      ? 'callTool'
      : 'callTool, type ToolResult';
  return [
    comment(headLines(tool)),
    `import { ${imports} } from '${RUNTIME_IMPORT}';\n`,
    `${types.declare(input, inputSchemaOf(tool))}\n`,
    `${responseType(tool, response, types)}\n`,
    `${deprecation(tool)}export async function ${name}(input: ${input}${needsNoInput(tool) ? ' = {}' : ''}): Promise<${response}> {`,
    `  return callTool(${literalText(tool.server)}, ${literalText(tool.name)}, input);`,
    '}\n',
  ].join('\n');
}

function responseType(tool: ToolFields, name: string, types: TypeDeclarations): string {
  if (!tool.outputSchema) return `export type ${name} = ToolResult;`;
  const declared = types.declare(name, tool.outputSchema);
  if (!tool.inferredFrom) return declared;
  // A learned schema has no references, so it is one declaration.
  const type = declared.slice(`export type ${name} = `.length, -1);
  return `/** Inferred from ${resultsShown(tool)} or more results. The server does not declare it. */\nexport type ${name} = Inferred<${type}>;`;
}

/** The index file of a server, which exports all its tools. */
export function serverFile({ server, tools, instructions }: NamedServer): string {
  const exports = tools.map(
    ({ name, typeName }) => `export { ${name}, type ${typeName}Input, type ${typeName}Response } from './${name}.ts';`,
  );
  const head = `${commentText(server)}: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  const said = instructionLines(instructions);
  return `${said.length > 0 ? comment([head, ...said]) : `/** ${head} */`}\n${exports.join('\n')}\n`;
}

function comment(lines: readonly string[]): string {
  return ['/**', ...lines.map((line) => (line ? ` * ${line}` : ' *')), ' */'].join('\n');
}

function deprecation({ deprecated, deprecationMessage = '' }: ToolFields): string {
  return deprecated ? `/** @deprecated ${commentText(deprecationMessage)} */\n`.replace('  ', ' ') : '';
}
