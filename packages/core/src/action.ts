import type { CatalogEntry } from './catalog/catalog.ts';
import type { Risk } from './catalog/tool.ts';
import type { DetailInput } from './discovery/detail.ts';
import type { DiscoverInput } from './discovery/discover.ts';
import type { FindInput } from './discovery/find-tools.ts';
import type { ListInput } from './discovery/list-tools.ts';
import type { BatchInput } from './execution/batch.ts';
import type { CallInput } from './execution/call.ts';
import type { PipeInput } from './execution/pipe.ts';
import type { CommandError } from './result/result.ts';

/** What a caller wants, as plain data. A surface parses a request into an action; `engine.run` runs it. */
export type Action =
  | { readonly kind: 'discover'; readonly input: DiscoverInput }
  | { readonly kind: 'search'; readonly input: FindInput }
  | { readonly kind: 'list'; readonly input: ListInput }
  | { readonly kind: 'categories' }
  | { readonly kind: 'detail'; readonly input: DetailInput }
  | CallAction
  | (RiskLimit & { readonly kind: 'batch'; readonly input: BatchInput })
  | (RiskLimit & { readonly kind: 'pipe'; readonly input: PipeInput })
  | { readonly kind: 'more'; readonly cursor: string }
  | (RiskLimit & {
      readonly kind: 'code';
      readonly code: string;
      readonly check?: boolean | undefined;
      readonly dryRun?: boolean | undefined;
      readonly context?: string | undefined;
    })
  /** The request was invalid: the action's result is this error. */
  | { readonly kind: 'refuse'; readonly error: CommandError };

/** A field of every action that runs tools. */
export interface RiskLimit {
  /** Refuse every tool above this risk. */
  readonly maxRisk?: Risk;
}

export interface CallAction extends RiskLimit {
  readonly kind: 'call';
  readonly input: CallInput;
  /** The catalog entry of `input.command`, where the surface has looked it up already. */
  readonly entry?: CatalogEntry;
}

/** The tools that an action names; undefined if it may use any tool. */
export function toolsNamedIn(action: Action): readonly string[] | undefined {
  switch (action.kind) {
    case 'more':
    case 'refuse':
      return [];
    case 'call':
      return action.entry ? [] : [action.input.command];
    case 'detail':
      return [action.input.command].flat();
    case 'batch':
      return action.input.commands.map(({ command }) => command);
    case 'pipe':
      return action.input.steps.map(({ command }) => command);
    default:
      return undefined;
  }
}

/** The query of an action that lists tools; empty for a listing without a search. Undefined for all other actions. */
export function queryOf(action: Action): string | undefined {
  switch (action.kind) {
    case 'discover':
      return action.input.search ?? '';
    case 'search':
      return action.input.query;
    case 'list':
    case 'categories':
      return '';
    default:
      return undefined;
  }
}
