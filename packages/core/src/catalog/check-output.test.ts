import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, engineWith } from '../../../../test/fixtures/tools.ts';
import { unstamped } from '../../../../test/fixtures/unstamped.ts';
import { failure, success } from '../result/result.ts';
import type { OutputCheck } from './check-output.ts';

const output = z.object({ id: z.string(), total: z.number() });

function call(data: unknown, outputCheck?: OutputCheck) {
  const order = command('order-get', { output, handler: () => success(data) });
  return engineWith([order], outputCheck ? { outputCheck } : {}).call({ command: 'order-get' });
}

describe('the data of a command with an output schema', () => {
  it('goes out without the fields that the schema does not have', async () => {
    const result = await call({ id: '17', total: 5, passwordHash: 'x' });
    expect(unstamped(result)).toEqual({ success: true, data: { id: '17', total: 5 } });
  });

  it('goes out with a warning by default if it does not fit', async () => {
    const result = await call({ id: '17', total: 'five' });
    expect(result).toMatchObject({ success: true, data: { id: '17', total: 'five' } });
    expect(result.warnings).toEqual([
      "The data of 'order-get' does not fit its output schema: total: Invalid input: expected number, received string",
    ]);
  });

  it('is an error with outputCheck: error', async () => {
    const { error } = await call({ id: '17' }, 'error');
    expect(error).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining("'order-get' does not fit"),
    });
  });

  it('is not checked with outputCheck: off', async () => {
    expect(unstamped(await call({ extra: 1 }, 'off'))).toEqual({ success: true, data: { extra: 1 } });
  });

  it('is not checked for a failure', async () => {
    const error = { code: 'GONE', message: 'Gone', suggestion: 'List them.' };
    const engine = engineWith([command('a', { output, handler: () => failure(error) })], { outputCheck: 'error' });
    expect(unstamped(await engine.call({ command: 'a' }))).toEqual({ success: false, error });
  });
});
