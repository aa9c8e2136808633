import { signal } from '@preact/signals';

/** The views with their titles, in the order of the navigation. */
export const TITLES = {
  overview: 'Overview',
  tools: 'Tools',
  search: 'Search',
  upstreams: 'Servers',
  clients: 'Clients',
  activity: 'Activity',
  usage: 'Usage',
  approvals: 'Approvals',
} as const;
export type View = keyof typeof TITLES;
export const VIEWS = Object.keys(TITLES) as View[];

export interface Place {
  readonly view: View;
  readonly query: URLSearchParams;
}

/**
 * The current view and its parameters, kept in the URL hash (`#/tools?server=github`) so that the Back button and
 * bookmarks work.
 */
export const place = signal<Place>(readHash());

addEventListener('hashchange', () => {
  place.value = readHash();
});

export function hrefOf(view: View, query: Readonly<Record<string, string | undefined>> = {}): string {
  const present = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const text = new URLSearchParams(present).toString();
  return `#/${view}${text ? `?${text}` : ''}`;
}

export function go(view: View, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hrefOf(view, query);
}

/** Changes the URL without a history entry. For a search box: the Back button must not undo each keystroke. */
export function replace(view: View, query: Readonly<Record<string, string | undefined>> = {}): void {
  history.replaceState(null, '', hrefOf(view, query));
  place.value = readHash();
}

function readHash(): Place {
  const [name = '', query = ''] = location.hash.replace(/^#\//, '').split('?', 2);
  const view = VIEWS.find((view) => view === name) ?? 'overview';
  return { view, query: new URLSearchParams(query) };
}
