import { signal } from '@preact/signals';

export const VIEWS = ['overview', 'tools', 'search', 'upstreams', 'usage', 'approvals'] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  readonly view: View;
  readonly query: URLSearchParams;
}

/** Where the page is: `#/tools?server=github`. Every place has an address, so that back and a bookmark work. */
export const place = signal<Place>(readHash());

addEventListener('hashchange', () => {
  place.value = readHash();
});

export function hrefOf(view: View, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const text = new URLSearchParams(given).toString();
  return `#/${view}${text ? `?${text}` : ''}`;
}

export function go(view: View, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hrefOf(view, query);
}

/** Another place without a step for the back button: what is typed is no place to go back to. */
export function stay(view: View, query: Readonly<Record<string, string | undefined>> = {}): void {
  history.replaceState(null, '', hrefOf(view, query));
  place.value = readHash();
}

function readHash(): Place {
  const [name = '', query = ''] = location.hash.replace(/^#\//, '').split('?', 2);
  const view = VIEWS.find((one) => one === name) ?? 'overview';
  return { view, query: new URLSearchParams(query) };
}
