import {
  type Command,
  type CommandFailure,
  type CommandOptions,
  defineCommand,
  failure,
  success,
} from '@foldout/server';
import { z } from 'zod';

/** Thrown before any change if a rule forbids the action. The command answers with the code of the refusal. */
export class Refusal extends Error {
  readonly failure: CommandFailure;

  constructor(code: string, message: string, suggestion: string) {
    super(message);
    this.failure = failure({ code, message, suggestion });
  }
}

type Run<Fields extends z.ZodRawShape> = (input: z.output<z.ZodObject<Fields>>) => unknown;
type Extras = Omit<CommandOptions<undefined, unknown>, 'name' | 'description' | 'input' | 'handler'>;

/** Commands of one category: name, description, fields of the input and a function that returns data or refuses. */
export function category(name: string, risk: Extras = { mutation: false }) {
  return <Fields extends z.ZodRawShape>(
    tool: string,
    description: string,
    fields: Fields,
    run: Run<Fields>,
    extras: Extras = {},
  ): Command =>
    defineCommand({
      name: tool,
      description,
      category: name,
      input: z.object(fields),
      ...risk,
      ...extras,
      handler: (input) => {
        try {
          return success(run(input as z.output<z.ZodObject<Fields>>));
        } catch (error) {
          if (error instanceof Refusal) return error.failure;
          throw error;
        }
      },
    });
}

export const CHANGES = { mutation: true } as const;
