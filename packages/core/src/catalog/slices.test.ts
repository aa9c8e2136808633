import { expect, it } from 'vitest';
import { allSteps, inSlices, stepsInSlices } from './slices.ts';

/** Work of about a millisecond. */
function work(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

it('lets the event loop serve others between slices', async () => {
  let turns = 0;
  let goesOn = true;
  const serve = (): void => {
    turns += 1;
    if (goesOn) setImmediate(serve);
  };
  setImmediate(serve);
  await inSlices(Array.from({ length: 50 }), work);
  goesOn = false;
  expect(turns).toBeGreaterThan(5);
});

it('does a few items at once, before the next turn of the event loop', async () => {
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  const done: number[] = [];
  await inSlices([1, 2, 3], (item) => done.push(item));
  expect([done, turns]).toEqual([[1, 2, 3], 0]);
});

it('ends with the value of the generator, at once or in slices', async () => {
  function* steps(): Generator<void, string> {
    for (let n = 0; n < 20; n += 1) {
      work();
      yield;
    }
    return 'done';
  }
  expect(allSteps(steps())).toBe('done');
  expect(await stepsInSlices(steps())).toBe('done');
});

it('stops after a pause if the work is no longer wanted', async () => {
  let steps = 0;
  function* endless(): Generator<void, string> {
    for (;;) {
      work();
      steps += 1;
      yield;
    }
  }
  expect(await stepsInSlices(endless(), () => steps < 20)).toBeUndefined();
});
