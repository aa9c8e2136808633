import { signal } from '@preact/signals';
import type { Me } from '../api/answers.ts';

const KEY = 'foldout-token';

/** Kept for as long as the tab is open, and sent only to the gateway that served the page. */
export const token = signal(sessionStorage.getItem(KEY) ?? '');
/** Why a token is asked for; undefined where none is. */
export const tokenWanted = signal<string | undefined>(undefined);
/** Undefined until the gateway has said who this is. */
export const me = signal<Me | undefined>(undefined);

export function useToken(given: string): void {
  sessionStorage.setItem(KEY, given);
  token.value = given;
  tokenWanted.value = undefined;
}

export function forgetToken(why: string): void {
  sessionStorage.removeItem(KEY);
  token.value = '';
  me.value = undefined;
  tokenWanted.value = why;
}

export function mayOperate(): boolean {
  return me.value?.rights.includes('operate') ?? false;
}
