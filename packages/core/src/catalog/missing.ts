import type { CatalogReader } from './catalog-reader.ts';
import type { SourceStatus } from './source.ts';

/** Servers that a line names. The others are counted. */
const NAMED = 12;
const LONGEST_REASON = 160;
const NONE: ReadonlySet<string> = new Set();

/** The sources whose tools are not known, those with a problem first. */
export function missingSources(catalog: CatalogReader): readonly SourceStatus[] {
  const missing = catalog.sources().filter(({ known }) => !known);
  return [...missing.filter(hasProblem), ...missing.filter((source) => !hasProblem(source))];
}

/**
 * One line about all missing sources; undefined if none is missing. The answer already has a sentence about each server in
 * `said`, so these are only counted.
 */
export function missingLine(catalog: CatalogReader, said: ReadonlySet<string> = NONE): string | undefined {
  const missing = missingSources(catalog);
  if (missing.length === 0) return undefined;
  const others = missing.filter(({ server }) => !said.has(server));
  const named = others.slice(0, NAMED).map((source) => `${source.server} (${stateText(source)})`);
  const rest = others.length - named.length;
  const total = catalog.sources().length;
  const count = `${missing.length} of ${total} ${total === 1 ? 'server is' : 'servers are'} not loaded yet`;
  const list = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return `${count}${list && `${said.size > 0 ? ', also' : ':'} ${list}`}.`;
}

/** One missing source in a sentence, with what to do about it. */
export function missingSentence(source: SourceStatus): string {
  const { state, todo = '' } = source;
  const separator = state === 'failed' ? '. ' : ': ';
  const next = state === 'starting' ? 'try again in a few seconds' : state === 'failed' ? todo : inner(todo);
  return `${missingReason(source)}${next && separator}${next}`;
}

/** Why the tools of a source are missing, as a sentence without a period. */
export function missingReason(source: SourceStatus): string {
  const { server, state } = source;
  if (state === 'needs-auth') return `${server} is configured but needs sign-in`;
  if (state === 'needs-approval') return `${server} is configured but needs approval`;
  if (state === 'failed') return `${server} is configured but failed: ${reasonText(source)}`;
  return state === 'starting'
    ? `${server} is configured and still starting`
    : `${server} is configured but its tools are not loaded yet`;
}

/** The source that a name begins with: `linear/create_issue`, `linear__create_issue`, `linear.create_issue`. */
export function missingServerOf(missing: readonly SourceStatus[], address: string): SourceStatus | undefined {
  const name = comparable(address);
  const starts = missing.filter(({ server }) =>
    SEPARATORS.some((separator) => name.startsWith(comparable(`${server}${separator}`))),
  );
  // `git-hub/x` begins with `git` too: the longest name is meant.
  return starts.sort((a, b) => b.server.length - a.server.length)[0];
}

const SEPARATORS = ['/', '__', '.', ':'];

/** Listed names have only letters, digits, `_` and `-`, so other characters of a server's name count as `_`. */
function comparable(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9/.:]/g, '_');
}

/** The state of a missing source in a few words. */
export function stateText(source: SourceStatus): string {
  const { state, todo } = source;
  if (state === 'needs-auth') return `needs sign-in${todo ? `: ${inner(todo)}` : ''}`;
  if (state === 'needs-approval') return `needs approval${todo ? `: ${inner(todo)}` : ''}`;
  if (state === 'failed') return `failed${source.reason ? `: ${reasonText(source)}` : ''}`;
  return state === 'starting' ? 'starting' : 'not started';
}

function hasProblem({ state }: SourceStatus): boolean {
  return state === 'needs-auth' || state === 'needs-approval' || state === 'failed';
}

/** An upstream's own text can be long and have several lines, for example the end of its stderr. */
function reasonText({ reason = '' }: SourceStatus): string {
  const line = withoutDot(reason.replace(/\s+/g, ' ').trim());
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 1)}…` : line;
}

/** Turns a sentence into a clause: a small first letter and no period. */
function inner(sentence: string): string {
  return withoutDot(sentence.charAt(0).toLowerCase() + sentence.slice(1));
}

function withoutDot(text: string): string {
  return text.replace(/\.$/, '');
}
