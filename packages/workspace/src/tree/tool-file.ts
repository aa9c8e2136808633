import type { JsonSchema } from '@foldout/core';
import { commentText, literalText, riskOf, summarize, TypeDeclarations } from '@foldout/core/internal';
import type { NamedServer, NamedTool, TreeTool } from '../names/named-tools.ts';
import { RUNTIME_IMPORT } from './runtime-file.ts';

const DESCRIPTION_CHARS = 10_000;
const EXAMPLES = 2;
const EXAMPLE_CHARS = 600;
const IMPORTED = ['Inferred', 'ToolResult'];
/** Keywords that constrain an input beyond its `properties`. */
const OTHER_KEYWORDS = (
  '$ref $recursiveRef $dynamicRef anyOf oneOf allOf enum const items prefixItems then else dependentSchemas dependencies ' +
  'unevaluatedProperties'
).split(' ');

/** The fields of a tool that its file depends on. The types below allow no other fields. */
const USED_FIELDS = [
  'server',
  'name',
  'summary',
  'description',
  'inputSchema',
  'outputSchema',
  'inferredFrom',
  'mutation',
  'destructive',
  'annotations',
  'effects',
  'confirmPrompt',
  'requires',
  'examples',
  'deprecated',
  'deprecationMessage',
] as const satisfies readonly (keyof TreeTool)[];

type ToolFields = Pick<TreeTool, (typeof USED_FIELDS)[number]>;
type NamedToolFields = Omit<NamedTool, 'tool'> & { readonly tool: ToolFields };

/** The used fields of a tool as JSON. Equal inputs generate equal files. */
export function toolFileInput({ tool, name, typeName }: NamedTool): string {
  return JSON.stringify([
    name,
    typeName,
    ...USED_FIELDS.map((key) => (key === 'inferredFrom' ? resultsShown(tool) : tool[key]) ?? null),
  ]);
}

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
    headComment(tool),
    `import { ${imports} } from '${RUNTIME_IMPORT}';\n`,
    `${types.declare(input, inputSchemaOf(tool))}\n`,
    `${responseType(tool, response, types)}\n`,
    `${deprecation(tool)}export async function ${name}(input: ${input}${emptyInput(tool)}): Promise<${response}> {`,
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

/** A power of two, so that the file does not change with every result. */
function resultsShown({ inferredFrom }: ToolFields): number | undefined {
  return inferredFrom === undefined ? undefined : 2 ** Math.floor(Math.log2(inferredFrom));
}

/** The index file of a server, which exports all its tools. */
export function serverFile({ server, tools, instructions }: NamedServer): string {
  const exports = tools.map(
    ({ name, typeName }) => `export { ${name}, type ${typeName}Input, type ${typeName}Response } from './${name}.ts';`,
  );
  const head = `${commentText(server)}: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  return `${serverComment(head, instructions)}\n${exports.join('\n')}\n`;
}

function serverComment(head: string, instructions: string | undefined): string {
  if (!instructions) return `/** ${head} */`;
  const lines = [head, '', 'Instructions of the server:', '', ...instructions.split(/\r?\n/).map(commentText)];
  return ['/**', ...lines.map((line) => (line ? ` * ${line}` : ' *')), ' */'].join('\n');
}

/** The summary comes first, so that it is within the first 500 bytes of the file. */
function headComment(tool: ToolFields): string {
  const summary = commentText(summarize(tool.summary || tool.description)) || commentText(tool.name);
  const sections = [[summary], restOfDescription(tool, summary), remarks(tool)].filter((lines) => lines.length > 0);
  const lines = sections.flatMap((section, index) => (index === 0 ? section : ['', ...section]));
  return ['/**', ...lines.map((line) => (line ? ` * ${line}` : ' *')), ' */'].join('\n');
}

/** The description without the summary, which is usually its first sentence. */
function restOfDescription({ description }: ToolFields, summary: string): string[] {
  const lines = description.slice(0, DESCRIPTION_CHARS).split(/\r?\n/).map(commentText);
  const text = withoutStart(lines, summary)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? [] : text.split('\n');
}

/** Removes `start` from the beginning of the lines, even if line breaks split it. Returns all lines if they do not start with it. */
function withoutStart(lines: readonly string[], start: string): readonly string[] {
  let rest = start;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith(rest)) return [line.slice(rest.length).replace(/^[\s.]+/, ''), ...lines.slice(index + 1)];
    if (line === '' || !rest.startsWith(line)) return lines;
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

function remarks(tool: ToolFields): string[] {
  const examples = tool.examples.slice(0, EXAMPLES).map(({ title, input }) => `${title}: ${JSON.stringify(input)}`);
  return [
    riskRemark(tool),
    ...(tool.requires.length > 0 ? [`Call first: ${tool.requires.join(', ')}.`] : []),
    ...examples.filter((example) => example.length <= EXAMPLE_CHARS).map((example) => `Example: ${example}`),
  ].map(commentText);
}

/** A script that runs without `--yes`, or through `afd-call-write`, cannot call what can destroy data. */
function riskRemark(tool: ToolFields): string {
  if (tool.destructive || tool.annotations?.destructiveHint === true || tool.confirmPrompt) return 'Can destroy data.';
  if (tool.effects === 'undeclared') return 'May change data: it does not say.';
  return riskOf(tool) === 'read' ? 'Reads only.' : 'Changes data.';
}

function deprecation({ deprecated, deprecationMessage = '' }: ToolFields): string {
  return deprecated ? `/** @deprecated ${commentText(deprecationMessage)} */\n`.replace('  ', ' ') : '';
}

/** An input schema with an empty `properties` accepts no properties. */
function inputSchemaOf({ inputSchema }: ToolFields): JsonSchema {
  const { properties, additionalProperties } = inputSchema;
  const listsNone = typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;
  const isOpen = additionalProperties !== undefined || hasOtherKeywords(inputSchema);
  return listsNone && !isOpen ? { ...inputSchema, additionalProperties: false } : inputSchema;
}

/** The input of a tool without required properties defaults to `{}`. */
function emptyInput({ inputSchema }: ToolFields): string {
  const { type, required } = inputSchema;
  const needs = Array.isArray(required) && required.length > 0;
  const isObjectType = type === 'object' || type === undefined;
  return needs || !isObjectType || hasOtherKeywords(inputSchema) ? '' : ' = {}';
}

function hasOtherKeywords(schema: JsonSchema): boolean {
  return OTHER_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
}
