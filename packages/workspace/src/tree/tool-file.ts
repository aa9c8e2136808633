import {
  commentText,
  type JsonSchema,
  literalText,
  riskOf,
  summarize,
  type Tool,
  TypeDeclarations,
} from '@foldout/core';
import type { NamedServer, NamedTool } from '../names/named-tools.ts';
import { RUNTIME_IMPORT } from './runtime-file.ts';

const DESCRIPTION_CHARS = 10_000;
const EXAMPLES = 2;
const EXAMPLE_CHARS = 600;
const IMPORTED = ['ToolResult'];
/** What says of an input more than its properties do. */
const BESIDE_PROPERTIES = (
  '$ref $recursiveRef $dynamicRef anyOf oneOf allOf enum const items prefixItems then else dependentSchemas dependencies ' +
  'unevaluatedProperties'
).split(' ');

/** All that a file is made of. What is not named here cannot be read below: it would not compile. */
const MATERIAL = [
  'server',
  'name',
  'summary',
  'description',
  'inputSchema',
  'outputSchema',
  'mutation',
  'destructive',
  'annotations',
  'confirmPrompt',
  'requires',
  'examples',
  'deprecated',
  'deprecationMessage',
] as const satisfies readonly (keyof Tool)[];

type Material = Pick<Tool, (typeof MATERIAL)[number]>;
type NamedMaterial = Omit<NamedTool, 'tool'> & { readonly tool: Material };

/** The material of a tool's file in one text: the same text makes the same file. */
export function toolMaterial({ tool, name, typeName }: NamedTool): string {
  return JSON.stringify([name, typeName, ...MATERIAL.map((key) => tool[key] ?? null)]);
}

/** A tool as a file: what it is for, what it takes, what it answers, and the function that calls it. */
export function toolFile({ tool, name, typeName }: NamedMaterial): string {
  const [input, response] = [`${typeName}Input`, `${typeName}Response`];
  const types = new TypeDeclarations([...IMPORTED, input, response]);
  const imports = tool.outputSchema ? 'callTool' : 'callTool, type ToolResult';
  return [
    headComment(tool),
    `import { ${imports} } from '${RUNTIME_IMPORT}';\n`,
    `${types.declare(input, inputSchemaOf(tool))}\n`,
    tool.outputSchema ? `${types.declare(response, tool.outputSchema)}\n` : `export type ${response} = ToolResult;\n`,
    `${deprecation(tool)}export async function ${name}(input: ${input}${emptyInput(tool)}): Promise<${response}> {`,
    `  return callTool(${literalText(tool.server)}, ${literalText(tool.name)}, input);`,
    '}\n',
  ].join('\n');
}

/** Everything of a server, so that a script imports from its folder. */
export function serverFile({ server, tools }: NamedServer): string {
  const exports = tools.map(
    ({ name, typeName }) => `export { ${name}, type ${typeName}Input, type ${typeName}Response } from './${name}.ts';`,
  );
  return `/** ${commentText(server)}: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} */\n${exports.join('\n')}\n`;
}

/** The summary comes first: whoever reads 500 bytes of the file has read it. */
function headComment(tool: Material): string {
  const summary = commentText(summarize(tool.summary || tool.description)) || commentText(tool.name);
  const sections = [[summary], restOfDescription(tool, summary), remarks(tool)].filter((lines) => lines.length > 0);
  const lines = sections.flatMap((section, index) => (index === 0 ? section : ['', ...section]));
  return ['/**', ...lines.map((line) => (line ? ` * ${line}` : ' *')), ' */'].join('\n');
}

/** What the description says beyond its first sentence, which the summary mostly is. */
function restOfDescription({ description }: Material, summary: string): string[] {
  const lines = description.slice(0, DESCRIPTION_CHARS).split(/\r?\n/).map(commentText);
  const text = withoutStart(lines, summary)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? [] : text.split('\n');
}

/** Lines without the text that they begin with, however it is broken over them; all of them where they do not. */
function withoutStart(lines: readonly string[], start: string): readonly string[] {
  let left = start;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith(left)) return [line.slice(left.length).replace(/^[\s.]+/, ''), ...lines.slice(index + 1)];
    if (line === '' || !left.startsWith(line)) return lines;
    left = left.slice(line.length).trimStart();
  }
  return lines;
}

function remarks(tool: Material): string[] {
  const examples = tool.examples.slice(0, EXAMPLES).map(({ title, input }) => `${title}: ${JSON.stringify(input)}`);
  return [
    ...(riskOf(tool) === 'read' ? ['Reads only.'] : []),
    ...(tool.annotations?.destructiveHint === true || tool.confirmPrompt ? ['Can destroy data.'] : []),
    ...(tool.requires.length > 0 ? [`Needs first: ${tool.requires.join(', ')}.`] : []),
    ...examples.filter((example) => example.length <= EXAMPLE_CHARS).map((example) => `Example: ${example}`),
  ].map(commentText);
}

function deprecation({ deprecated, deprecationMessage = '' }: Material): string {
  return deprecated ? `/** @deprecated ${commentText(deprecationMessage)} */\n`.replace('  ', ' ') : '';
}

/** A tool that lists no properties takes none. */
function inputSchemaOf({ inputSchema }: Material): JsonSchema {
  const { properties, additionalProperties } = inputSchema;
  const listsNone = typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;
  const isOpen = additionalProperties !== undefined || saysMore(inputSchema);
  return listsNone && !isOpen ? { ...inputSchema, additionalProperties: false } : inputSchema;
}

/** A tool that needs nothing can be called with nothing. */
function emptyInput({ inputSchema }: Material): string {
  const { type, required } = inputSchema;
  const needs = Array.isArray(required) && required.length > 0;
  const isObjectType = type === 'object' || type === undefined;
  return needs || !isObjectType || saysMore(inputSchema) ? '' : ' = {}';
}

function saysMore(schema: JsonSchema): boolean {
  return BESIDE_PROPERTIES.some((keyword) => Object.hasOwn(schema, keyword));
}
