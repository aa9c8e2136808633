/**
 * CPU time of the guest between `start` and `stop`. The wall clock counts too much while other processes use the processor,
 * and the clock of the process counts too much while V8 compiles in other threads: the smaller one is right.
 */
export class CpuClock {
  #usedMs = 0;
  #startedAt: number | undefined;
  #startedCpu = 0;

  start(): void {
    this.#startedAt = performance.now();
    this.#startedCpu = processCpuMs();
  }

  stop(): void {
    this.#usedMs = this.usedMs();
    this.#startedAt = undefined;
  }

  usedMs(): number {
    if (this.#startedAt === undefined) return this.#usedMs;
    return this.#usedMs + Math.min(performance.now() - this.#startedAt, processCpuMs() - this.#startedCpu);
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
