import { tokensOf } from '../tokens.ts';
import type { TransportName } from './gateway.ts';
import { type Recipe, SERVER, versionOf } from './recipe.ts';
import type { FirstList } from './recording.ts';
import { surfaceOf } from './recording.ts';
import type { Outcome, Script, Step } from './script.ts';
import type { State } from './servers.ts';
import { isNamed } from './turn.ts';

/** What one run of a client showed. */
export interface LabRun {
  readonly client: string;
  readonly title: string;
  readonly version: string;
  readonly transport: TransportName;
  readonly state: State;
  /** Why the client could not be run on this machine. The fields below are then absent. */
  readonly notRun?: string;
  /** The client gave up with its own settings, because the machine was busy, and was then told to wait. */
  readonly toldToWait?: true;
  readonly reportedName?: string;
  readonly surface?: string;
  readonly firstList?: Pick<FirstList, 'ms' | 'cpuMs'>;
  readonly seen?: Seen;
  readonly steps?: readonly StepResult[];
  /** Hosts other than loopback that the client tried to reach; they were refused. */
  readonly outside?: readonly string[];
}

export interface StepResult extends Outcome {
  readonly step: Step;
}

/** The tools of the gateway in the first request to the model. */
export interface Seen {
  readonly tools: number;
  readonly tokens: number;
  /** Tools that the client only names: it loads their definitions on request. */
  readonly named: number;
}

/** One run to do. */
export interface LabCase {
  readonly recipe: Recipe;
  readonly transport: TransportName;
  readonly state: State;
}

export function runOf({ recipe, transport, state }: LabCase): LabRun {
  return { client: recipe.id, title: recipe.title, version: versionOf(recipe), transport, state };
}

/** Which of the listed tools the model was sent, and what their definitions cost. */
export function seenBy({ first }: Script, list: FirstList | undefined): Seen {
  if (!first) return { tools: 0, tokens: 0, named: 0 };
  // Without a recording, the tools of the gateway are those with the client's prefix for it.
  const isListed = (offered: string): boolean =>
    list ? list.names.some((name) => isNamed(offered, name)) : offered.includes(SERVER);
  const sent = first.tools.filter(({ name }) => isListed(name));
  const unsent = (list?.names ?? []).filter((name) => !sent.some((tool) => isNamed(tool.name, name)));
  return {
    tools: sent.length,
    tokens: sent.reduce((sum, { definition }) => sum + tokensOf(definition), 0),
    named: unsent.filter((name) => new RegExp(`${SERVER}[_:.-]+${name.replaceAll('-', '[-_]')}\\b`).test(first.rest))
      .length,
  };
}

/** A step that the script did not reach did not arrive. */
export function stepsOf(script: Script, ended: string, listed?: Outcome): StepResult[] {
  const steps = script.steps.map((step) => {
    const outcome = script.outcomes.get(step) ?? { arrived: false, note: `not reached: ${ended}` };
    return { step, ...outcome };
  });
  return listed ? [{ step: 'listed', ...listed }, ...steps] : steps;
}

export function allArrived({ steps = [] }: LabRun): boolean {
  return steps.every(({ arrived }) => arrived);
}

export function surfaceIn(list: FirstList | undefined): string {
  return list ? surfaceOf(list.names) : 'no list';
}
