import { type CallContext, CommandRegistry, type CommandResult, defineCommand, failure, success } from '@foldout/core';
import { LOCAL_PRINCIPAL } from '@foldout/core/internal';
import type { CodeError, ReadFunction } from '@foldout/workspace';
import { z } from 'zod';
import { type FunctionShelf, type SavedFunction, ShelfError } from './function-shelf.ts';

/** The server part of the address of saved functions: `functions/copyNote`. */
export const FUNCTIONS_SERVER = 'functions';

export interface FunctionCommandParts {
  readonly shelf: FunctionShelf;
  readonly read: (source: string) => Promise<ReadFunction>;
  /** Type-checks a function for its caller. Undefined if there are no errors. */
  readonly check: (read: ReadFunction, context: CallContext) => Promise<CodeError | undefined>;
  /** The form that messages show. */
  readonly form: string;
  /** Whether the tools of a catalog include the functions that this principal has not had reviewed. */
  readonly listsDraftsOf: (principal: string) => boolean;
}

export function principalOf({ principal }: Partial<CallContext>): string {
  return principal?.name ?? LOCAL_PRINCIPAL;
}

const name = z.string().min(1).describe('Name of the function, such as copyNote');

/** The commands that keep functions: save, list, show and remove. They are tools of the server `functions`. */
export function functionCommands(parts: FunctionCommandParts): CommandRegistry {
  const registry = new CommandRegistry();
  for (const command of [saveCommand(parts), ...readingCommands(parts), removeCommand(parts)]) {
    registry.register(command);
  }
  return registry;
}

function saveCommand({ shelf, read, check, form, listsDraftsOf }: FunctionCommandParts) {
  return defineCommand({
    name: 'save_function',
    summary: 'Keep a TypeScript function that worked, to use it again',
    description: `Keep a TypeScript function that worked, so that scripts import it from './functions/<name>' and it can be found and called like a tool. It is type-checked first. Saving a name again makes a new version. Others may use it after a review. Form:\n${form}`,
    category: FUNCTIONS_SERVER,
    tags: ['script', 'reuse'],
    input: z.object({
      source: z.string().min(1).describe('The whole file: comment, imports, types, one exported async function'),
    }),
    mutation: true,
    destructive: false,
    handler: ({ source }, context) =>
      answering(async () => {
        const found = await read(source);
        const error = await check(found, context);
        const unchecked = error?.code === 'SANDBOX_UNAVAILABLE';
        if (error && !unchecked) {
          return failure({
            code: 'VALIDATION_ERROR',
            message: error.message,
            suggestion: 'Correct it and save it again.',
          });
        }
        const principal = principalOf(context);
        const saved = await shelf.save(principal, found);
        const warnings = unchecked ? ['It was not type-checked: the package typescript is not installed.'] : [];
        return success({ ...about(saved), use: useOf(saved, listsDraftsOf(principal)) }, { warnings });
      }),
  });
}

function readingCommands({ shelf }: FunctionCommandParts) {
  return [
    defineCommand({
      name: 'list_functions',
      description: 'List the saved functions that you may use, with their versions.',
      category: FUNCTIONS_SERVER,
      input: z.object({}),
      mutation: false,
      handler: (_input, context) => success(shelf.visibleTo(principalOf(context)).map(about)),
    }),
    defineCommand({
      name: 'show_function',
      description: 'Show the source of a saved function, to read, change or export it.',
      category: FUNCTIONS_SERVER,
      input: z.object({ name }),
      mutation: false,
      handler: ({ name: wanted }, context) => {
        const found = shelf.find(wanted, principalOf(context));
        if (found) return success({ ...about(found), source: found.code });
        return failure(missing(wanted));
      },
    }),
  ];
}

function removeCommand({ shelf }: FunctionCommandParts) {
  return defineCommand({
    name: 'remove_function',
    description: 'Remove a function that you have saved, with all its versions.',
    category: FUNCTIONS_SERVER,
    input: z.object({ name }),
    mutation: true,
    destructive: true,
    handler: ({ name: wanted }, context) =>
      answering(async () => {
        await shelf.remove(wanted, principalOf(context));
        return success({ removed: wanted });
      }),
  });
}

/** Turns what is wrong with a function into an error for the caller. */
async function answering<T>(run: () => Promise<CommandResult<T>>): Promise<CommandResult<T>> {
  try {
    return await run();
  } catch (error) {
    const isExpected = error instanceof ShelfError || (error instanceof Error && error.name === 'FunctionError');
    if (!isExpected) throw error;
    return failure({
      code: 'VALIDATION_ERROR',
      message: error.message,
      suggestion: 'Correct it and call again. list_functions shows what is saved.',
    });
  }
}

function missing(wanted: string) {
  return {
    code: 'COMMAND_NOT_FOUND',
    message: `There is no saved function '${wanted.slice(0, 80)}' that you may use.`,
    suggestion: `Call ${FUNCTIONS_SERVER}/list_functions to see them.`,
  } as const;
}

function about({ name: named, version, description, owner, reviewed }: SavedFunction) {
  return { name: named, version, description, owner, reviewed };
}

function useOf({ name: named, reviewed }: SavedFunction, isListed: boolean): string {
  const script = `In scripts: import { ${named} } from './functions/${named}'`;
  if (isListed || reviewed) return `${script}. As a tool: ${FUNCTIONS_SERVER}/${named}`;
  return `${script}. Others can use it after an operator has reviewed it`;
}
