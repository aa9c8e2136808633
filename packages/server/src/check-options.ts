import { type ContextDefinition, DefinitionError } from '@foldout/core';
import { checkNamedOptions, isObject, type OptionCheck } from '@foldout/core/internal';
import type { McpServerOptions } from './options.ts';
import { TOOL_STRATEGIES } from './surfaces/strategies.ts';

const list: OptionCheck = [Array.isArray, 'a list'];
const names: OptionCheck = [
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  'a list of texts',
];
const scope: OptionCheck = [
  names[0],
  'a list of the names that this server is limited to, and put commands into the option commands',
];
const anything: OptionCheck = [() => true, ''];
const callback: OptionCheck = [(value) => typeof value === 'function', 'a function'];
// Some of these options may be functions with fields, or objects of a class.
const record: OptionCheck = [(value) => isObject(value) || typeof value === 'function', 'an object'];
const whole: OptionCheck = [(value) => Number.isInteger(value) && (value as number) >= 0, 'a whole number'];

/** Every option of `createMcpServer`. The type makes a missing one a compile error. */
const OPTIONS: Readonly<Record<keyof McpServerOptions, OptionCheck>> = {
  name: anything,
  version: anything,
  commands: list,
  registry: record,
  sources: [
    (value) => Array.isArray(value) && value.every((each) => typeof each?.subscribe === 'function'),
    'a list of sources, such as [mountServer(server)]',
  ],
  toolStrategy: oneOf(TOOL_STRATEGIES),
  dispatch: oneOf(['single', 'by-risk']),
  toolsets: names,
  tools: scope,
  scopeMode: oneOf(['strict', 'pinned']),
  auto: record,
  clients: record,
  profileStrategies: [
    (value) => Array.isArray(value) && value.every((each) => TOOL_STRATEGIES.includes(each)),
    `a list of ${TOOL_STRATEGIES.join(', ')}`,
  ],
  dynamic: record,
  coreTools: names,
  toolsMode: oneOf(['core', 'extended']),
  alwaysAvailable: names,
  repeatInstructions: anything,
  middleware: [
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'function'),
    'a list of functions, such as [limitRate({ limit: 100 })]',
  ],
  gate: record,
  contexts: [
    (value) =>
      Array.isArray(value) &&
      value.every((each) => isObject(each) && isName((each as Partial<ContextDefinition>).name)),
    "a list, such as [{ name: 'support' }]",
  ],
  categories: record,
  search: record,
  runCode: record,
  learning: record,
  bootstrap: anything,
  skills: anything,
  transport: oneOf(['auto', 'stdio', 'http']),
  port: whole,
  host: [isName, 'a text'],
  maxBodyBytes: whole,
  pageSize: whole,
  callTimeoutMs: [(value) => typeof value === 'number' && value > 0, 'a number of milliseconds'],
  onError: callback,
  outputCheck: oneOf(['warn', 'error', 'off']),
  maxResultChars: [(value) => typeof value === 'number' && value > 0, 'a number'],
  log: callback,
  sessions: record,
  listTtlMs: [(value) => typeof value === 'number' && value >= 0, 'a number of milliseconds'],
  capabilities: record,
  extend: callback,
  beforeTools: callback,
  watch: anything,
  relaySkills: callback,
  tasks: record,
  inspect: callback,
  encodings: record,
  spill: callback,
  requestState: record,
};

/** Throws a `DefinitionError` for an option that does not exist, or whose value cannot be used. */
export function checkOptions(options: McpServerOptions): void {
  if (!isName(options.name) || !isName(options.version)) {
    throw new DefinitionError('createMcpServer needs a name and a version.');
  }
  checkNamedOptions('createMcpServer', options, OPTIONS);
}

function oneOf(values: readonly string[]): OptionCheck {
  return [(value) => values.includes(value as string), `one of ${values.join(', ')}`];
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
