import { type Command, type CommandOptions, type CommandSuccess, defineCommand, success } from '@foldout/server';
import type { z } from 'zod';
import type { Mail } from './mail.ts';
import { prose } from './prose.ts';
import { Refusal } from './refusal.ts';

type MailCommandOptions<In extends z.ZodObject, Out extends z.ZodObject> = Omit<
  CommandOptions<In, z.input<Out>>,
  'input' | 'output' | 'handler'
> & {
  readonly summary: string;
  readonly category: string;
  readonly input: In;
  readonly output: Out;
  run(mail: Mail, input: z.output<In>): CommandSuccess<z.input<Out>>;
};

/** A command that waits for its mail. One that changes something does all of it or, when refused, nothing. */
export function mailCommand<In extends z.ZodObject, Out extends z.ZodObject>(
  options: MailCommandOptions<In, Out>,
): (mail: Mail) => Command {
  const { run, ...rest } = options;
  return (mail) =>
    defineCommand({
      ...rest,
      description: prose(rest.description),
      handler(input) {
        const work = () => run(mail, input as z.output<In>);
        try {
          return rest.mutation ? mail.db.transaction(work) : work();
        } catch (error) {
          if (error instanceof Refusal) return error.failure;
          throw error;
        }
      },
    });
}

/** What is read from the database is certain; what was picked out of a text by pattern is less so. */
export function answer<T>(
  data: T,
  reasoning: string,
  warnings: readonly string[] = [],
  confidence = 1,
): CommandSuccess<T> {
  return success(data, { reasoning, confidence, ...(warnings.length > 0 && { warnings }) });
}
