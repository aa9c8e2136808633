/** Longest time of work without a pause: the longer the pauses are, the more, so that work on a busy event loop ends too. */
const SLICE_MS = { least: 5, most: 25, shareOfPause: 0.25 } as const;
/** Work of less than this pauses only for one turn of the event loop. */
const SHORT_WORK_MS = 250;

/** Pauses of all sliced work follow each other: several jobs at once share the time that one may use. */
let lane: Promise<void> = Promise.resolve();

/**
 * The rhythm of long work on the event loop: call `pause` whenever `due`. Work that goes on pauses as long as it works, so that half of
 * the time is left for everything else.
 */
class Slices {
  #from = performance.now();
  #workedMs = 0;
  #sliceMs: number = SLICE_MS.least;

  get due(): boolean {
    return performance.now() - this.#from >= this.#sliceMs;
  }

  async pause(): Promise<void> {
    const stopped = performance.now();
    const ms = stopped - this.#from;
    this.#workedMs += ms;
    const rest = this.#workedMs < SHORT_WORK_MS ? 0 : ms;
    lane = lane.then(() => sleep(rest));
    await lane;
    this.#from = performance.now();
    this.#sliceMs = Math.min(SLICE_MS.most, Math.max(SLICE_MS.least, (this.#from - stopped) * SLICE_MS.shareOfPause));
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Runs `work` for every item, in slices between which the event loop serves others. Few items take one slice. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const slices = new Slices();
  for (const item of items) {
    work(item);
    if (slices.due) await slices.pause();
  }
}

/** Runs a generator to its end, in slices, and returns its value. Undefined if `goesOn` returned false after a pause. */
export function stepsInSlices<R>(steps: Iterator<unknown, R>): Promise<R>;
export function stepsInSlices<R>(steps: Iterator<unknown, R>, goesOn: () => boolean): Promise<R | undefined>;
export async function stepsInSlices<R>(steps: Iterator<unknown, R>, goesOn?: () => boolean): Promise<R | undefined> {
  const slices = new Slices();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (!slices.due) continue;
    await slices.pause();
    if (goesOn?.() === false) return undefined;
  }
}

/** Runs a generator to its end at once. */
export function allSteps<R>(steps: Iterator<unknown, R>): R {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
