/** Something whose time is taken. It must do the same work on every run. */
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
  /** Rounds that are run and not counted: the compiler is still at work in them. */
  readonly warmUp?: number;
  readonly rounds?: number;
  /** Rounds end when this much time is spent, but not before `minRounds`. */
  readonly budgetMs?: number;
  readonly minRounds?: number;
  /** How often a subject runs before it is the next one's turn. Every run is counted. */
  readonly perTurn?: number;
}

/** A call over MCP keeps getting faster for about 4,000 rounds; what is counted before is the compiler. */
export const MEASURE_DEFAULTS = { warmUp: 4_000, rounds: 4_000, budgetMs: 6_000, minRounds: 5, perTurn: 1 } as const;

/**
 * Times the subjects side by side. Every round runs each of them once, and the next round starts with
 * another one, so that a slow moment of the machine falls on all alike and only their ratio counts. Nobody follows
 * the same one all the time either: what that one leaves behind (a warm cache, garbage) falls on all alike too.
 */
export async function measure(subjects: readonly Subject[], options: MeasureOptions = {}): Promise<Timing[]> {
  const { warmUp, rounds, budgetMs, minRounds, perTurn } = { ...MEASURE_DEFAULTS, ...options };
  await runRounds(subjects, { rounds: warmUp, budgetMs: budgetMs / 2, minRounds: 1, perTurn });
  const samples = await runRounds(subjects, { rounds, budgetMs, minRounds, perTurn });
  return subjects.map(({ name }, index) => {
    const taken = samples[index] ?? [];
    return { subject: name, medianMs: quantile(taken, 0.5), p95Ms: quantile(taken, 0.95), rounds: taken.length };
  });
}

/** The value that a share `q` of the samples does not exceed, interpolated between neighbours. */
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

/** The steps in which a circle of `count` can be walked so that everyone is visited once. */
function stridesOf(count: number): number[] {
  const divides = (a: number, b: number): boolean => a % b === 0;
  const isCoprime = (step: number): boolean =>
    !Array.from({ length: step - 1 }, (_, at) => at + 2).some((by) => divides(step, by) && divides(count, by));
  return Array.from({ length: Math.max(count - 1, 1) }, (_, at) => at + 1).filter(isCoprime);
}
