import { signal } from '@preact/signals';
import type { Me } from '../api/answers.ts';

const KEY = 'foldout-token';

/** The key that `foldout serve` puts into the address of the page. It leaves the address bar and the history at once. */
const [, key] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
if (key !== undefined) {
  sessionStorage.setItem(KEY, key);
  history.replaceState(null, '', location.pathname);
}

/** Stored until the tab is closed, and sent only to the gateway that served the page. */
export const token = signal(sessionStorage.getItem(KEY) ?? '');
/** The reason shown on the sign-in page; undefined when no sign-in is needed. */
export const tokenWanted = signal<string | undefined>(undefined);
/** The principal of the token; undefined until the gateway has answered. */
export const me = signal<Me | undefined>(undefined);

export function useToken(entered: string): void {
  sessionStorage.setItem(KEY, entered);
  token.value = entered;
  tokenWanted.value = undefined;
}

export function forgetToken(why: string): void {
  sessionStorage.removeItem(KEY);
  token.value = '';
  me.value = undefined;
  tokenWanted.value = why;
}

export function mayUse(): boolean {
  return me.value?.rights.includes('use') ?? false;
}

export function mayOperate(): boolean {
  return me.value?.rights.includes('operate') ?? false;
}

export function mayAdminister(): boolean {
  return me.value?.rights.includes('administer') ?? false;
}
