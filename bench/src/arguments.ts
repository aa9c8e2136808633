import { parseArgs } from 'node:util';
import { Problem } from './problem.ts';

export interface Option {
  /** Placeholder of the value in the help, such as `NAME`. An option without a placeholder is a flag. */
  readonly value?: string;
  readonly about: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** Default values for the full benchmark and for its quick form. */
export interface Defaults<T> {
  readonly full: T;
  readonly quick: T;
}

const COMMON: OptionTable = {
  quick: { about: 'Fewer rounds, smaller sizes, the small data set of the repository, no peers' },
  json: { about: 'Print { bench, rows: [{ case, metric, subject, value, unit }] } to stdout' },
  help: { about: 'Print this help' },
};

/** The command line of one benchmark, checked. A wrong option or value is a `Problem` that says what to type. */
export class Arguments {
  readonly quick: boolean;
  readonly json: boolean;
  readonly help: boolean;
  readonly #bench: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(bench: string, options: OptionTable, argv: readonly string[]) {
    this.#bench = bench;
    this.#values = this.#parse({ ...options, ...COMMON }, argv);
    this.quick = this.flag('quick');
    this.json = this.flag('json');
    this.help = this.flag('help');
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  pick<T>({ full, quick }: Defaults<T>): T {
    return this.quick ? quick : full;
  }

  /** A whole number from 1 to `most`. */
  number(name: string, defaults: Defaults<number>, most?: number): number {
    return this.numbers(name, { full: [defaults.full], quick: [defaults.quick] }, most)[0] as number;
  }

  /** Whole numbers from 1 to `most`, separated by commas. */
  numbers(name: string, defaults: Defaults<readonly number[]>, most = Number.MAX_SAFE_INTEGER): readonly number[] {
    const text = this.text(name);
    if (text === undefined) return this.pick(defaults);
    return text.split(',').map((part) => {
      const number = Number(part);
      if (Number.isInteger(number) && number > 0 && number <= most) return number;
      throw this.#problem(`--${name} takes whole numbers from 1 to ${most}, not '${part}'.`);
    });
  }

  /** Some of `known`, separated by commas; all of them where the option is missing. */
  names(name: string, known: readonly string[], defaults: Defaults<readonly string[]> = { full: known, quick: known }) {
    const names = this.text(name)?.split(',') ?? this.pick(defaults);
    const unknown = names.filter((wanted) => !known.includes(wanted));
    if (unknown.length === 0) return names;
    throw this.#problem(`--${name} does not know '${unknown.join("', '")}'. It knows: ${known.join(', ')}.`);
  }

  #parse(options: OptionTable, argv: readonly string[]): Readonly<Record<string, unknown>> {
    const types = Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]);
    try {
      return parseArgs({ args: [...argv], options: Object.fromEntries(types) }).values;
    } catch (error) {
      // The first sentence of Node's message names the option; the others are advice about positional arguments.
      const [sentence] = (error as Error).message.split(/\. |\.?\n/);
      throw this.#problem(`${sentence}.`);
    }
  }

  #problem(message: string): Problem {
    return new Problem(`${message} For the options: npm run bench -- ${this.#bench} --help`);
  }
}

/** The options of a benchmark, one on a line. */
export function optionHelp(options: OptionTable): string {
  const lines = Object.entries({ ...options, ...COMMON }).map(([name, { value, about }]) => {
    return `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(20)}${about}`;
  });
  return lines.join('\n');
}
