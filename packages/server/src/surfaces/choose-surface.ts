import type { ClientFacts } from '@foldout/clients';

/** What `auto` may spend. A catalog up to `tools` and `tokens` is listed whole: that costs less than searching it. */
export const AUTO_LIMITS = {
  tools: 20,
  tokens: 4_000,
  /** The names of deferred tools, which a client with a tool search of its own puts into every prompt. */
  nameTokens: 2_000,
} as const;

export type AutoLimits = { readonly [limit in keyof typeof AUTO_LIMITS]: number };

/** The client as `auto` sees it. */
export interface ChoosingClient {
  /** Absent for a client that is not in the table. */
  readonly title?: string | undefined;
  readonly facts?: ClientFacts | undefined;
  /** The configuration says whether the client defers tools with the model that it runs. */
  readonly defersTools?: boolean | undefined;
}

/** The size of the catalog as the client would list it. */
export interface ListSize {
  /** Servers that have not listed their tools yet. Each may have any number of tools. */
  readonly missing: number;
  readonly tools: number;
  /** Tokens of the whole tool list. Called only for few tools. */
  tokens(): number;
}

export interface AutoChoice {
  readonly strategy: 'individual' | 'lazy';
  readonly reason: string;
}

const BYTES_PER_TOKEN = 4;
/** What the name of a deferred tool costs in a client where this was not measured, or depends on the model. */
const NAME_BYTES = 33;
/** `afd-call`, `afd-batch` and `afd-pipe`, which `individual` lists besides the tools. */
const META_TOOLS = 3;

/** Among the surfaces that always work in this client, picks the one that costs the model the fewest tokens. */
export function chooseSurface(client: ChoosingClient, size: ListSize, limits: AutoLimits): AutoChoice {
  const { title: who = 'the client', facts } = client;
  // Servers that are not known yet may come later: the client reads the list again.
  if (facts && isFree(facts)) return individual(`${who} puts no listed tool into a prompt`);
  if (size.missing > 0)
    return lazy(`the tools of ${size.missing === 1 ? '1 server' : `${size.missing} servers`} are not known yet`);
  const max = facts?.maxTools ?? Number.POSITIVE_INFINITY;
  if (size.tools + META_TOOLS > max)
    return lazy(`${who} loads at most ${max} tools, and ${size.tools + META_TOOLS} would be listed`);
  if (size.tools <= limits.tools && size.tokens() <= limits.tokens) return individual('the whole tool list is small');
  if (!facts) return lazy('the client is not known to search tools by itself');
  const defers = deferral(client);
  if (defers === 'no') return lazy(`${who} loads every listed tool`);
  if (defers === 'unlikely') return lazy(`${who} loads every listed tool with most models`);
  const bytes = defers === 'yes' ? (facts.deferredToolBytes ?? NAME_BYTES) : NAME_BYTES;
  const tokens = Math.ceil((size.tools * bytes) / BYTES_PER_TOKEN);
  if (tokens <= limits.nameTokens) return individual(`${who} searches tools by itself`);
  return defers === 'yes'
    ? lazy(`${who} puts ${size.tools} names into every prompt, about ${tokens} tokens`)
    : lazy(`${who} loads all ${size.tools} tools if it does not know the model`);
}

/** Whether a listed tool costs no prompt anything, with any model. */
function isFree({ ownToolSearch, defersFor, deferredToolBytes, honorsListChanged }: ClientFacts): boolean {
  return ownToolSearch && defersFor === 'every-model' && deferredToolBytes === 0 && honorsListChanged;
}

/** Whether the client keeps the definitions of tools out of the prompt. */
function deferral({ facts, defersTools }: ChoosingClient): 'yes' | 'likely' | 'unlikely' | 'no' {
  if (defersTools !== undefined) return defersTools ? 'yes' : 'no';
  if (!facts?.ownToolSearch) return 'no';
  if (facts.defersFor === 'some-models') return 'unlikely';
  return facts.defersFor === 'bundled-models' ? 'likely' : 'yes';
}

function individual(reason: string): AutoChoice {
  return { strategy: 'individual', reason };
}

function lazy(reason: string): AutoChoice {
  return { strategy: 'lazy', reason };
}
