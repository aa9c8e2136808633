import { type Signal, signal } from '@preact/signals';
import type { RecordedChange } from '../api/answers.ts';
import { act } from '../api/gateway.ts';

type Section = 'mcpServers' | 'clients' | 'overlays';

/** A change of the configuration that the user wants, before it is written. */
export interface WantedChange {
  readonly title: string;
  readonly section: Section;
  /** Undefined: each path starts with the name of its entry. */
  readonly name?: string;
  /** `value: null` removes the field. An empty path is the whole entry. */
  readonly fields: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  readonly onWritten?: (() => void) | undefined;
}

/** The change that the user is looking at. */
export const wantedChange = signal<WantedChange | undefined>(undefined);
/** The last change, which the user can undo at once. */
export const lastChange: Signal<RecordedChange | undefined> = signal<RecordedChange | undefined>(undefined);
/** Number of changes that this page has made. Views that show the configuration load it again. */
export const changeCount = signal(0);

export function changed(change: RecordedChange | undefined): void {
  lastChange.value = change;
  changeCount.value += 1;
}

export async function undo({ id }: RecordedChange): Promise<void> {
  const undone = await act('undo', { id });
  changed(undone);
}
