import {
  type Command,
  type CommandContext,
  type CommandFailure,
  type CommandOptions,
  defineCommand,
  failure,
  success,
} from '@foldout/server';
import { z } from 'zod';

/** Thrown before any change if a business rule forbids the action. The command answers with the code of the refusal. */
export class Refusal extends Error {
  readonly failure: CommandFailure;

  constructor(code: string, message: string, suggestion: string) {
    super(message);
    this.failure = failure({ code, message, suggestion });
  }
}

type Run<Fields extends z.ZodRawShape> = (input: z.output<z.ZodObject<Fields>>, context: CommandContext) => unknown;
type Extras = Omit<CommandOptions<undefined, unknown>, 'name' | 'description' | 'input' | 'handler'>;

/** Commands are declared as name, description, fields of the input and a function that returns data or throws a `Refusal`. */
function declare(risk: Extras) {
  return <Fields extends z.ZodRawShape>(
    name: string,
    description: string,
    fields: Fields,
    run: Run<Fields>,
    extras: Extras = {},
  ): Command =>
    defineCommand({
      name,
      description,
      input: z.object(fields),
      ...risk,
      ...extras,
      handler: async (input, context) => {
        try {
          return success(await run(input as z.output<z.ZodObject<Fields>>, context));
        } catch (error) {
          if (error instanceof Refusal) return error.failure;
          throw error;
        }
      },
    });
}

export const read = declare({ mutation: false });
export const write = declare({ mutation: true });
export const destroy = declare({ mutation: true, destructive: true });
