import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkSchema } from './check-schema.ts';
import type { Command } from './define-command.ts';
import { DefinitionError, shownValue } from './definition-error.ts';
import { isUsableName } from './definition-parts.ts';
import { isObject } from './json.ts';
import { SUMMARY_LENGTH } from './summary.ts';

/** Kinds of values that a field of a command can have. */
const KINDS = {
  text: { is: (value: unknown) => typeof value === 'string', what: 'a text' },
  texts: {
    is: (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    what: 'a list of texts',
  },
  flag: { is: (value: unknown) => typeof value === 'boolean', what: 'true or false' },
  flags: {
    is: (value: unknown) => isObject(value) && Object.values(value).every((each) => typeof each === 'boolean'),
    what: 'an object of true and false',
  },
  hints: {
    is: (value: unknown) =>
      isObject(value) &&
      Object.entries(value).every(([key, each]) => typeof each === (key === 'title' ? 'string' : 'boolean')),
    what: 'an object with the hints of MCP, such as { readOnlyHint: true }',
  },
  flagOrText: {
    is: (value: unknown) => typeof value === 'boolean' || typeof value === 'string',
    what: 'true, or the name of the replacement',
  },
  examples: {
    is: (value: unknown) =>
      Array.isArray(value) && value.every((each) => isObject(each) && typeof each['title'] === 'string'),
    what: 'a list of { title, input }',
  },
  time: {
    is: (value: unknown) => EXECUTION_TIMES.includes(value as never),
    what: "'instant', 'fast', 'slow' or 'long-running'",
  },
} as const;

const EXECUTION_TIMES = ['instant', 'fast', 'slow', 'long-running'] as const;

/** Every optional field of a command but its schemas, with the kind of its value. */
const FIELDS = {
  title: 'text',
  summary: 'text',
  category: 'text',
  tags: 'texts',
  aliases: 'texts',
  examples: 'examples',
  relatedTools: 'texts',
  enabled: 'flag',
  deprecated: 'flagOrText',
  mutation: 'flag',
  destructive: 'flag',
  confirmPrompt: 'text',
  executionTime: 'time',
  errors: 'texts',
  handoff: 'flag',
  handoffProtocol: 'text',
  version: 'text',
  expose: 'flags',
  contexts: 'texts',
  requires: 'texts',
  annotations: 'hints',
  core: 'flag',
  alwaysAvailable: 'flag',
} as const satisfies Partial<Record<keyof Command, keyof typeof KINDS>>;

const OWN_FIELDS = new Set<string>(['name', 'description', 'input', 'output', 'handler', ...Object.keys(FIELDS)]);
/** Fields of other libraries → the field of a command that means the same. */
const MEANT: Readonly<Record<string, string>> = {
  inputSchema: 'input',
  schema: 'input',
  parameters: 'input',
  outputSchema: 'output',
  execute: 'handler',
  run: 'handler',
  callback: 'handler',
};

const checked = new WeakSet<object>();

/** Throws a `DefinitionError` if a command breaks a rule. A command is checked once. */
export function checkCommand(command: Command): void {
  if (typeof command !== 'object' || command === null) {
    throw new DefinitionError(
      `A command is ${shownValue(command)}. Make it with defineCommand({ name, description, handler }).`,
    );
  }
  if (Array.isArray(command)) {
    throw new DefinitionError('A command is a list of commands. Spread it: commands: [...list].');
  }
  if (typeof (command as { then?: unknown }).then === 'function') {
    throw new DefinitionError('A command is a promise. Await it: addCommand(await …).');
  }
  if (checked.has(command)) return;
  checkName(command);
  checkFields(command);
  checkTexts(command);
  if (command.input !== undefined) checkSchema(command.name, 'input', command.input);
  if (command.output !== undefined) checkSchema(command.name, 'output', command.output);
  if (command.examples?.length) checkExamples(command);
  // A frozen command cannot change after its check.
  if (Object.isFrozen(command)) checked.add(command);
}

function checkName({ name }: Command): void {
  if (name !== undefined && typeof name !== 'string') {
    throw new DefinitionError(`The name of a command is ${shownValue(name)}. Write a text, such as "order-create".`);
  }
  if (name === undefined || name.trim() === '') {
    const seen = name ? ` (${shownValue(name)})` : '';
    throw new DefinitionError(`A command has an empty name${seen}. Give it one, such as "order-create".`);
  }
  if (!isUsableName(name) || name !== name.trim()) {
    throw new DefinitionError(
      `The command name ${shownValue(name)} cannot be called. Use at most 256 characters, without control characters or spaces around it.`,
    );
  }
}

function checkFields(command: Command): void {
  for (const [key, value] of Object.entries(command)) {
    if (!OWN_FIELDS.has(key)) throw new DefinitionError(unknownField(command.name, key));
    const kind = FIELDS[key as keyof typeof FIELDS];
    if (kind && value !== undefined && !KINDS[kind].is(value)) {
      throw new DefinitionError(
        `The ${key} of command '${command.name}' is ${shownValue(value)}; write ${KINDS[kind].what}.`,
      );
    }
  }
}

function unknownField(name: string, key: string): string {
  const meant = Object.hasOwn(MEANT, key) ? `Write '${MEANT[key]}' instead.` : 'Remove it.';
  return `Command '${name}' has a field '${key.slice(0, 80)}', which commands do not have. ${meant}`;
}

function checkTexts({ name, description, summary, handler }: Command): void {
  if (typeof description !== 'string' || description.trim() === '') {
    throw new DefinitionError(`Command '${name}' has no description. Say in a sentence what it does.`);
  }
  if (summary !== undefined && /[\r\n]/.test(summary)) {
    throw new DefinitionError(`The summary of command '${name}' has more than one line. Write it in one.`);
  }
  if (summary !== undefined && summary.length > SUMMARY_LENGTH) {
    throw new DefinitionError(
      `The summary of command '${name}' has ${summary.length} characters; at most ${SUMMARY_LENGTH} are allowed. ` +
        'Shorten it, or leave it out to have it derived from the description.',
    );
  }
  if (typeof handler !== 'function') {
    throw new DefinitionError(`Command '${name}' has no handler function. Write handler: (input) => success(…).`);
  }
}

function checkExamples({ name, examples, input }: Command): void {
  for (const example of examples ?? []) {
    const which = `Example '${example.title}' of command '${name}'`;
    if (!isSendable(example))
      throw new DefinitionError(`${which} cannot be written as JSON. Use values that JSON has.`);
    if (!input) continue;
    const checked = input['~standard'].validate(example.input);
    // `defineCommand` is synchronous, so examples of a schema with asynchronous checks are not checked.
    if (checked instanceof Promise) checked.catch(() => {});
    if (checked instanceof Promise || !checked.issues) continue;
    const reasons = checked.issues.map((issue) => `${pathText(issue.path)}: ${issue.message}`);
    throw new DefinitionError(`${which} does not fit its own input schema: ${reasons.join('; ')}`);
  }
}

function isSendable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function pathText(path: StandardSchemaV1.Issue['path']): string {
  if (!path?.length) return 'input';
  return path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}
