import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { failure, success } from '../result/result.ts';
import { defineCommand } from './define-command.ts';

const base = { name: 'order-get', description: 'Get an order' };
const error = { code: 'ORDER_NOT_FOUND', message: 'No order', suggestion: 'List them.' };
const order = z.object({ id: z.string(), status: z.enum(['open', 'paid']) });

type Data<C> = C extends { handler(...args: never[]): infer R }
  ? Extract<Awaited<R>, { success: true }> extends { data: infer T }
    ? T
    : never
  : never;

describe('the type of a command', () => {
  it('has the union of the data of its successes', () => {
    const command = defineCommand({
      ...base,
      input: z.object({ full: z.boolean() }),
      handler: async ({ full }) => {
        if (full) return success({ id: '17' });
        return full === undefined ? failure(error) : success(17);
      },
    });
    expectTypeOf<Data<typeof command>>().toEqualTypeOf<{ id: string } | number>();
  });

  it('lets the handler return only what the output schema takes', () => {
    defineCommand({
      ...base,
      input: z.object({}),
      output: order,
      handler: (_input) => success({ id: '17', status: 'open' as const }),
    });
    defineCommand({ ...base, output: order, handler: async () => failure(error) });
    // @ts-expect-error The status is no option of the schema.
    defineCommand({
      ...base,
      input: z.object({}),
      output: order,
      handler: (_input) => success({ id: '17', status: 'lost' as const }),
    });
    // @ts-expect-error The status is missing.
    defineCommand({ ...base, output: order, handler: async () => success({ id: '17' }) });
  });

  it('lets a handler without an output schema return anything', () => {
    const command = defineCommand({ ...base, handler: () => success(5) });
    expectTypeOf<Data<typeof command>>().toEqualTypeOf<number>();
  });

  it('gives the handler the validated input', () => {
    defineCommand({
      ...base,
      input: z.object({ limit: z.int().default(10), since: z.coerce.date().optional() }),
      handler: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ limit: number; since?: Date | undefined }>();
        return success(1);
      },
    });
  });
});
