import { FolderWatch } from '../state/folder-watch.ts';
import { AGREEMENTS_ENDING, makeAgreementsFolder } from './agreement.ts';

/** Calls `onChange` when a user agrees to a file, in any process. */
export function watchAgreements(onChange: () => void): { close(): void } {
  return new FolderWatch(makeAgreementsFolder(), AGREEMENTS_ENDING, onChange);
}
