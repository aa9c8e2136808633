import type { Tool } from '@foldout/core';
import { inSlices } from '@foldout/core/internal';
import type { Approval, Approvals } from '../state/shared-state.ts';
import { type Definition, type OtherDefinitions, otherDefinitions, toolDefinition } from './definitions.ts';
import { approvalOf, type Judgement, judge, judgeOne, type TrustMode, trustedOnFirstUse } from './judge.ts';

export interface TrustedToolsOptions {
  readonly server: string;
  readonly mode: TrustMode;
  readonly approvals: Approvals;
  /** Called when the set of withheld definitions has changed. */
  readonly onChange: () => void | Promise<void>;
  readonly onWarning: (message: string) => void;
}

/** Everything that a server offers, as it sent it. */
export interface Offered extends OtherDefinitions {
  /** The definition of a tool as the server sent it. */
  tool(name: string): unknown;
  /** Whether the server sent it to this gateway. If it comes from the cache, an earlier run has compared it. */
  readonly isNew: boolean;
}

/** A folder that could not be written, or a database that did not answer, is tried again. */
const RETRY_MS = 30_000;
/** Names of one server that are approved on first use, over its whole life. More than the lists of a server can have at once. */
const MAX_APPROVALS = 100_000;

/**
 * Compares what one server offers with its approvals. Unless the mode is `flag`, everything is withheld until the approvals
 * are read, and what is trusted on first use until its approval is stored.
 */
export class TrustedTools {
  readonly mode: TrustMode;
  readonly #options: TrustedToolsOptions;
  #definitions: ReadonlyMap<string, Definition> = new Map();
  #offered: Offered | undefined;
  #approvals: ReadonlyMap<string, Approval> | undefined;
  #judgements: ReadonlyMap<string, Judgement> = new Map();
  /** Why the approvals could not be read or written. */
  #failure: string | undefined;
  /** Serializes the reads of the approvals. */
  #pending: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #lastWithheld = '';
  #version = 0;
  readonly #warned = new Set<string>();

  constructor(options: TrustedToolsOptions) {
    this.#options = options;
    this.mode = options.mode;
  }

  /** Changes with the approvals. */
  get version(): number {
    return this.#version;
  }

  /** What differs from its approval, by the name of its definition. */
  get findings(): ReadonlyMap<string, Judgement> {
    return new Map([...this.#judgements].filter(([, { verdict }]) => verdict !== 'approved'));
  }

  /**
   * The reason why a tool may not be used, and what to do about it; undefined if it may be used. Compares the definition
   * of `tool`, not the last judged definition, because the server may have changed the tool since then.
   */
  withheld(tool: Tool, sent: () => unknown = () => this.#offered?.tool(tool.name)): string | undefined {
    return this.mode === 'flag' ? undefined : this.withheldOne(toolDefinition(tool, sent));
  }

  /** The same for any definition of the server. */
  withheldOne(definition: Definition): string | undefined {
    const { server } = this.#options;
    if (this.mode === 'flag') return undefined;
    if (!this.#approvals) {
      return this.#failure === undefined
        ? 'Its approval is not loaded yet. Try again in a moment.'
        : 'Its approval could not be read or stored. Ask the operator to run: foldout doctor';
    }
    const { withheld, verdict, changes } = judgeOne(definition, this.#approvals, this.mode);
    if (!withheld) return undefined;
    const isNewServer = this.#approvals.size === 0;
    const added = isNewServer ? `'${server}' is in quarantine` : `It was added after '${server}' was approved`;
    const why = verdict === 'changed' ? `It has changed since it was approved (${changes.join('; ')})` : added;
    return `${why}. Ask the operator to check it and run: foldout approve ${server}/${definition.name}`;
  }

  /** Whether nothing of the server was ever approved, and nothing may be used. */
  get inQuarantine(): boolean {
    return this.mode === 'quarantine' && !this.#approvals?.size;
  }

  /**
   * Judges what the server offers now: approves what is trusted on first use and warns about changes. Without `offered`,
   * only the fields of the tools that the catalog has are compared. Never rejects.
   */
  judge(tools: readonly Tool[], offered?: Offered): Promise<void> {
    const { server } = this.#options;
    const whole = this.mode !== 'flag' || offered?.isNew === true;
    const all = tools.map((tool) => toolDefinition(tool, () => offered?.tool(tool.name), whole));
    if (offered) all.push(...otherDefinitions(server, offered));
    this.#offered = offered;
    this.#definitions = new Map(all.map((definition) => [definition.name, definition]));
    return this.reload();
  }

  /** Reads the approvals again and judges all definitions. Never rejects. */
  reload(): Promise<void> {
    clearTimeout(this.#retry);
    this.#pending = this.#pending.then(() => this.#refresh()).catch((error: unknown) => this.#failed(error));
    return this.#pending;
  }

  /**
   * Approves definitions. Default: all that differ from their approval. Those of `shown` are approved as they were shown, and
   * not as they may be by now.
   */
  async approve(
    by: string,
    names?: readonly string[],
    shown: ReadonlyMap<string, Definition> = this.#definitions,
  ): Promise<readonly Approval[]> {
    const wanted = names && new Set(names);
    const definitions = [...shown.values()].filter(({ name }) => {
      return wanted ? wanted.has(name) : this.#judgements.get(name)?.verdict !== 'approved';
    });
    const approved = definitions.map((definition) => approvalOf(definition, by));
    if (approved.length > 0) await this.#store(definitions, (approvals) => approvals.approve(approved));
    await this.reload();
    return approved;
  }

  /** What the server offers now under a name. */
  definition(name: string): Definition | undefined {
    return this.#definitions.get(name);
  }

  /** The text of the approved definition, if there is one and it was kept. */
  async approvedText(name: string): Promise<string | undefined> {
    const { server, approvals } = this.#options;
    const hash = this.#judgements.get(name)?.approved?.hash;
    return hash === undefined ? undefined : approvals.textOf(server, hash);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  async #refresh(): Promise<void> {
    if (this.#closed) return;
    const { server, approvals } = this.#options;
    const definitions = [...this.#definitions.values()];
    let known = await approvals.of(server);
    const judgements = await judge(definitions, known, this.mode);
    const trusted = this.#storable(trustedOnFirstUse(definitions, judgements), known.size);
    if (trusted.length > 0) {
      const firstSeen: Approval[] = [];
      await inSlices(trusted, (definition) => firstSeen.push(approvalOf(definition, 'first-seen')));
      await this.#store(trusted, () => approvals.approveFirstSeen(firstSeen));
      known = await approvals.of(server);
      // First writer wins: another gateway may have approved a different definition a moment earlier.
      for (const [name, judgement] of await judge(trusted, known, this.mode)) {
        if (judgement.verdict !== 'approved') judgements.set(name, judgement);
      }
    }
    this.#failure = undefined;
    this.#approvals = known;
    this.#version += 1;
    this.#judgements = judgements;
    this.#warnOfChanges();
    await this.#notifyIfWithheldChanged();
  }

  /** A server that invents names all the time must not fill the store. What is not stored was not approved. */
  #storable(definitions: readonly Definition[], known: number): readonly Definition[] {
    if (known + definitions.length <= MAX_APPROVALS) return definitions;
    const { server, onWarning } = this.#options;
    const text = `${server} has had more than ${MAX_APPROVALS} definitions; no more are approved on first use`;
    if (!this.#warned.has(text)) onWarning(text);
    this.#warned.add(text);
    return [];
  }

  /** Keeps the texts first: an approval whose text is missing could not be compared with a later definition. */
  async #store(definitions: readonly Definition[], approve: (approvals: Approvals) => Promise<void>): Promise<void> {
    const { server, approvals } = this.#options;
    const texts = new Map<string, string>();
    await inSlices(definitions, (one) => texts.set(one.fingerprint, one.text()));
    await approvals.keepTexts(server, texts);
    await approve(approvals);
  }

  #warnOfChanges(): void {
    const { server } = this.#options;
    const changed = [...this.#judgements].filter(([, { verdict, withheld }]) => verdict === 'changed' || withheld);
    const news = changed.filter(([name, { changes }]) => !this.#warned.has(`${name} ${changes.join()}`));
    for (const [name, { changes }] of news) this.#warned.add(`${name} ${changes.join()}`);
    if (news.length === 0) return;
    const shown = news
      .slice(0, 5)
      .map(([name, { changes }]) => `${JSON.stringify(name)} (${changes.join('; ') || 'new'})`);
    const more = news.length > shown.length ? ` and ${news.length - shown.length} more` : '';
    const what = this.inQuarantine ? 'is in quarantine' : 'has definitions that differ from what was approved';
    this.#options.onWarning(
      `${server} ${what}: ${shown.join(', ')}${more}. ` +
        `${this.mode === 'flag' ? 'They can still be used' : 'They are withheld'}. To approve them: foldout approve ${server}`,
    );
  }

  async #notifyIfWithheldChanged(): Promise<void> {
    const withheld = [...this.#judgements].filter(([, judgement]) => judgement.withheld).map(([name]) => name);
    const closed = this.mode !== 'flag';
    const now = JSON.stringify([closed, withheld]);
    if (now === this.#lastWithheld) return;
    const first = this.#lastWithheld === '';
    this.#lastWithheld = now;
    // Before the first run, everything is withheld. A server that is only flagged withholds nothing.
    if (!first || closed) await this.#options.onChange();
  }

  #failed(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#failure = why;
    if (!this.#approvals && this.mode !== 'flag') {
      const waiting: Judgement = { verdict: 'first-seen', withheld: true, changes: [] };
      this.#judgements = new Map([...this.#definitions.keys()].map((name) => [name, waiting]));
    }
    if (!this.#closed) {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.reload(), RETRY_MS).unref();
    }
    if (this.#warned.has(why)) return;
    this.#warned.add(why);
    const what = this.mode === 'flag' ? '' : ' Its tools are withheld until that works.';
    this.#options.onWarning(`${this.#options.server}: the approvals cannot be read or written: ${why}.${what}`);
  }
}
