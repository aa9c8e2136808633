/** Measures the time in functions that a framework calls. */
export class Clock {
  ms = 0;

  /** The function, with its time counted until its promise settles. */
  measured<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      const started = performance.now();
      const stop = (): void => {
        this.ms += performance.now() - started;
      };
      try {
        const result = run(...args);
        if (result instanceof Promise) return result.finally(stop) as R;
        stop();
        return result;
      } catch (error) {
        stop();
        throw error;
      }
    };
  }

  /** Counts the time in all functions of a tool that its framework may call. Changes the tool. */
  watch<T extends object>(tool: T): T {
    const fields = tool as Record<string, unknown>;
    for (const name of CALLED) {
      const run = fields[name];
      if (Object.hasOwn(tool, name) && typeof run === 'function')
        fields[name] = this.measured((...args: unknown[]) => run.apply(tool, args));
    }
    return tool;
  }
}

/** Where the frameworks have the functions of a tool. */
const CALLED = ['execute', 'invoke', 'func', 'needsApproval', 'requireApproval', 'toModelOutput', 'isEnabled'];
