import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { APPROVALS_ENDING, ApprovalLog, serverOfLog } from './approval-log.ts';
import { AskLog } from './ask-log.ts';
import { CREDENTIALS_ENDING, CredentialFiles, keyOfCredential } from './credential-files.ts';
import { DOCUMENT_ENDING, DocumentFiles, kindOfDocument } from './document-files.ts';
import { FolderWatch } from './folder-watch.ts';
import { MemorySessions } from './memory-sessions.ts';
import { type AroundWrite, PRIVATE_FOLDER } from './private-files.ts';
import { QuotaFiles } from './quota-files.ts';
import { ScriptFiles } from './script-files.ts';
import { secretCipher } from './secret-store.ts';
import type { SharedState, StateChange } from './shared-state.ts';
import { TicketFiles } from './ticket-files.ts';

/** The state of one machine, in a folder of its user. Other processes, such as `foldout approve`, may use it concurrently. */
export class FileState implements SharedState {
  readonly approvals: ApprovalLog;
  readonly credentials: CredentialFiles;
  readonly sessions = new MemorySessions();
  readonly asks: AskLog;
  readonly documents: DocumentFiles;
  readonly scripts: ScriptFiles;
  readonly quotas: QuotaFiles;
  readonly tickets: TicketFiles;
  readonly encrypts = true;
  readonly #folders: Readonly<Record<'approvals' | 'credentials' | 'documents', string>>;
  readonly #listeners = new Set<(change: StateChange) => void>();
  readonly #watches = new Map<string, FolderWatch>();

  constructor(folder: string) {
    this.#folders = {
      approvals: join(folder, 'approvals'),
      credentials: join(folder, 'credentials'),
      documents: join(folder, 'documents'),
    };
    for (const inner of Object.values(this.#folders)) makePrivate(inner);
    this.asks = new AskLog(join(folder, 'asks'));
    this.quotas = new QuotaFiles(join(folder, 'quotas'));
    const cipher = secretCipher(folder);
    this.scripts = new ScriptFiles(join(folder, 'scripts'), cipher);
    this.tickets = new TicketFiles(join(folder, 'tickets'), cipher);
    this.approvals = new ApprovalLog(this.#folders.approvals, this.#withoutEvent('approvals'));
    this.credentials = new CredentialFiles(this.#folders.credentials, cipher, this.#withoutEvent('credentials'));
    this.documents = new DocumentFiles(this.#folders.documents, this.#withoutEvent('documents'));
  }

  subscribe(listener: (change: StateChange) => void): () => void {
    if (this.#watches.size === 0) this.#watch();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #watch(): void {
    const { approvals, credentials, documents } = this.#folders;
    const emit = (kind: StateChange['kind'], key: Promise<string | undefined>): void => {
      // The key of a deleted or unreadable file is unknown: any key may have changed.
      void key.catch(() => '*').then((known) => this.#emit({ kind, key: known ?? '*' }));
    };
    this.#watches.set(
      'approvals',
      new FolderWatch(approvals, APPROVALS_ENDING, (file) => emit('approvals', serverOfLog(join(approvals, file)))),
    );
    this.#watches.set(
      'credentials',
      new FolderWatch(credentials, CREDENTIALS_ENDING, (file) =>
        emit('credentials', keyOfCredential(join(credentials, file))),
      ),
    );
    this.#watches.set(
      'documents',
      new FolderWatch(documents, DOCUMENT_ENDING, (file) => emit('documents', Promise.resolve(kindOfDocument(file)))),
    );
  }

  #emit(change: StateChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #withoutEvent(kind: 'approvals' | 'credentials' | 'documents'): AroundWrite {
    return (file, write) => this.#watches.get(kind)?.withoutEvent(file, write) ?? write();
  }
}

/** Also restricts a folder that exists already. Errors are ignored here: a later write to the folder reports them. */
function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    chmodSync(folder, PRIVATE_FOLDER);
  } catch {}
}
