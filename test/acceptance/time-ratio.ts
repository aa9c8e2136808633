const ROUNDS = 60;
const WARM_UP = 10;

/**
 * How many times longer `subject` takes than `baseline`. Both alternate, so that a busy moment of the machine slows both,
 * and the lower quartile of each counts, because other work of the machine only adds time.
 */
export async function timeRatio(subject: () => Promise<unknown>, baseline: () => Promise<unknown>): Promise<number> {
  const times = { subject: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    times.subject.push(await timed(subject));
    times.baseline.push(await timed(baseline));
  }
  return lowerQuartile(times.subject) / lowerQuartile(times.baseline);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function lowerQuartile(times: readonly number[]): number {
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN;
}
