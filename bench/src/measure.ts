/** An operation to be timed. It must do the same work on every run. */
export interface Subject {
  readonly name: string;
  run(): unknown;
}

export interface Timing {
  readonly subject: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly rounds: number;
}

export interface MeasureOptions {
  /** Rounds that do not count, because V8 still compiles code in them. */
  readonly warmUp?: number;
  readonly rounds?: number;
  /** Rounds end after this time, but not before `minRounds`. */
  readonly budgetMs?: number;
  readonly minRounds?: number;
  /** Runs of a subject in each of its turns. Every run counts. */
  readonly perTurn?: number;
}

/** A call over MCP gets faster for about 4,000 rounds, until V8 has compiled its code. */
const MEASURE_DEFAULTS = { warmUp: 4_000, rounds: 4_000, budgetMs: 6_000, minRounds: 5, perTurn: 1 } as const;

/**
 * Times the subjects in turns. Each round gives every subject one turn, so that a busy moment of the machine slows all
 * subjects alike and their ratio stays right. The first subject and the order change between rounds: otherwise the
 * garbage or the warm cache of one subject would always affect the same next subject.
 */
export async function measure(subjects: readonly Subject[], options: MeasureOptions = {}): Promise<Timing[]> {
  const { warmUp, rounds, budgetMs, minRounds, perTurn } = { ...MEASURE_DEFAULTS, ...options };
  await runRounds(subjects, { rounds: warmUp, budgetMs: budgetMs / 2, minRounds: 1, perTurn });
  const samples = await runRounds(subjects, { rounds, budgetMs, minRounds, perTurn });
  return subjects.map(({ name }, index) => {
    const times = samples[index] ?? [];
    return { subject: name, medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95), rounds: times.length };
  });
}

/** The `q`-quantile of the samples, interpolated between neighbors. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

async function runRounds(
  subjects: readonly Subject[],
  { rounds, budgetMs, minRounds, perTurn }: Required<Omit<MeasureOptions, 'warmUp'>>,
): Promise<number[][]> {
  const samples = subjects.map((): number[] => []);
  const strides = stridesOf(subjects.length);
  const end = performance.now() + budgetMs;
  for (let round = 0; round < rounds && (round < minRounds || performance.now() < end); round += 1) {
    const stride = strides[Math.floor(round / subjects.length) % strides.length] ?? 1;
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const index = (round + turn * stride) % subjects.length;
      for (let run = 0; run < perTurn; run += 1) {
        const started = performance.now();
        await subjects[index]?.run();
        samples[index]?.push(performance.now() - started);
      }
    }
  }
  return samples;
}

/** Strides coprime to `count`: walking in such steps visits each of `count` positions once. */
function stridesOf(count: number): number[] {
  const divides = (a: number, b: number): boolean => a % b === 0;
  const isCoprime = (step: number): boolean =>
    !Array.from({ length: step - 1 }, (_, at) => at + 2).some((by) => divides(step, by) && divides(count, by));
  return Array.from({ length: Math.max(count - 1, 1) }, (_, at) => at + 1).filter(isCoprime);
}
