import { literalText } from '@foldout/core/internal';
import type { NamedServer } from '../../names/named-tools.ts';
import { hashOf } from '../content-hash.ts';
import { PYTHON_FOLDER } from '../manifest.ts';
import { SAMPLE_TOOL } from '../sample-tool.ts';
import { headLines, instructionLines } from '../tool-comment.ts';
import { inputSchemaOf, needsNoInput, resultsShown, toolFileInput } from '../tool-fields.ts';
import type { TreeFile } from '../tree-plan.ts';
import { type PythonServer, type PythonTool, pythonNames } from './python-names.ts';
import { PYTHON_RUNTIME_TEXT } from './python-runtime.ts';
import { PythonTypes } from './python-types.ts';

const TYPING = 'Any Dict List Literal NotRequired Required TypeAlias TypedDict Union'.split(' ');
const CHECK_TEXT = '[mypy]\nstrict = True\n';

/** The tools as Python modules with type hints. */
export function pythonFiles(servers: readonly NamedServer[]): TreeFile[] {
  return [
    { path: `${PYTHON_FOLDER}/foldout.py`, text: () => PYTHON_RUNTIME_TEXT },
    { path: `${PYTHON_FOLDER}/mypy.ini`, text: () => CHECK_TEXT },
    { path: `${PYTHON_FOLDER}/servers/__init__.py`, text: () => '"""One package for each server"""\n' },
    ...pythonNames(servers).flatMap(packageFiles),
  ];
}

function packageFiles(server: PythonServer): TreeFile[] {
  const folder = `${PYTHON_FOLDER}/servers/${server.package}`;
  return [
    ...server.tools.map((tool) => {
      let hash: string | undefined;
      const inputHash = (): string => {
        hash ??= hashOf(`${generatorHash()}\n${tool.python}\n${toolFileInput(tool)}`);
        return hash;
      };
      return { path: `${folder}/${tool.python}.py`, text: () => toolModule(tool), inputHash };
    }),
    { path: `${folder}/__init__.py`, text: () => packageText(server) },
  ];
}

let knownHash: string | undefined;

/** Identifies the version of the generator: the hash of what it writes for a tool with every feature. */
function generatorHash(): string {
  knownHash ??= hashOf(toolModule({ tool: SAMPLE_TOOL, name: 'doIt', typeName: 'DoIt', python: 'do_it' }));
  return knownHash;
}

function toolModule(named: PythonTool): string {
  const { tool, typeName, python } = named;
  const [input, response] = [`${typeName}Input`, `${typeName}Response`];
  const types = new PythonTypes();
  const body = [
    types.declare(input, inputSchemaOf(tool), 'input'),
    ...(tool.inferredFrom === undefined
      ? []
      : [`# Inferred from ${resultsShown(tool)} or more results. The server does not declare it.`]),
    tool.outputSchema ? types.declare(response, tool.outputSchema, 'output') : `${response}: TypeAlias = ToolResult`,
    '',
    [
      `def ${python}(input: ${input}${needsNoInput(tool) ? ' = {}' : ''}) -> ${response}:`,
      `    result: ${response} = call_tool(${literalText(tool.server)}, ${literalText(tool.name)}, input)`,
      '    return result',
    ].join('\n'),
  ].join('\n\n');
  const typing = TYPING.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return [
    docString(headLines(tool)),
    '',
    ...(typing.length > 0 ? [`from typing import ${typing.join(', ')}`, ''] : []),
    `from foldout import ${tool.outputSchema ? 'call_tool' : 'ToolResult, call_tool'}`,
    '',
    body,
    '',
  ].join('\n');
}

/** Every name is imported under itself, which is how Python marks an export. */
function packageText({ server, tools, instructions }: PythonServer): string {
  const count = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  const imports = tools.map(({ python, typeName }) => {
    const names = [python, `${typeName}Input`, `${typeName}Response`].map((name) => `${name} as ${name}`);
    return `from .${python} import ${names.join(', ')}`;
  });
  const head = `${server.replace(/[^ -~]/g, '?')}: ${count}`;
  return `${docString([head, ...instructionLines(instructions)])}\n\n${imports.join('\n')}\n`;
}

function docString(lines: readonly string[]): string {
  const text = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"', '\\"')).join('\n');
  return lines.length === 1 ? `"""${text}"""` : `"""${text}\n"""`;
}
