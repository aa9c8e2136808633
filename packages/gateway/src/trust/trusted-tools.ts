import type { Tool } from '@foldout/core';
import type { Approval, Approvals } from '../state/shared-state.ts';
import { approvalOf, firstUseApprovals, type Judgement, judge, type TrustMode } from './judge.ts';

export interface TrustedToolsOptions {
  readonly server: string;
  readonly mode: TrustMode;
  readonly approvals: Approvals;
  /** Called when the set of withheld tools has changed. */
  readonly onChange: () => void;
  readonly onWarning: (message: string) => void;
}

/** Compares the tools of one server with their approvals. Until the approvals are read, a pinned server's tools are withheld. */
export class TrustedTools {
  readonly #options: TrustedToolsOptions;
  #tools: ReadonlyMap<string, Tool> = new Map();
  #approvals: ReadonlyMap<string, Approval> | undefined;
  #judgements: ReadonlyMap<string, Judgement> = new Map();
  /** Serializes the reads of the approvals. */
  #pending: Promise<void> = Promise.resolve();
  #lastWithheld = '';
  readonly #warned = new Set<string>();

  constructor(options: TrustedToolsOptions) {
    this.#options = options;
  }

  /** The tools that differ from their approval. */
  get findings(): ReadonlyMap<string, Judgement> {
    return new Map([...this.#judgements].filter(([, { verdict }]) => verdict !== 'approved'));
  }

  /**
   * The reason why a tool may not be used, and what to do about it; undefined if it may be used. Compares the definition
   * of `tool`, not the last judged definition, because the server may have changed the tool since then.
   */
  withheld(tool: Tool): string | undefined {
    const { server, mode } = this.#options;
    if (mode === 'flag') return undefined;
    if (!this.#approvals) return 'The approvals of this tool are not loaded yet. Try again in a moment.';
    const judgement = judge([tool], this.#approvals, mode).get(tool.name);
    if (!judgement?.withheld) return undefined;
    const why =
      judgement.verdict === 'changed'
        ? `The tool has changed since it was approved (${judgement.changes.join('; ')})`
        : `The tool was added after the tools of '${server}' were approved`;
    return `${why}. Ask the operator to check it and run: foldout approve ${tool.id}`;
  }

  /** Judges the server's current tools: approves those on first use and warns about changed ones. Never rejects. */
  judge(tools: readonly Tool[]): Promise<void> {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    return this.reload();
  }

  /** Reads the approvals again and judges all tools. Never rejects. */
  reload(): Promise<void> {
    this.#pending = this.#pending.then(() => this.#refresh()).catch((error: unknown) => this.#warnOfFailure(error));
    return this.#pending;
  }

  /** Approves the current definitions of the named tools. Default: all tools that differ from their approval. */
  async approve(by: string, names?: readonly string[]): Promise<readonly Approval[]> {
    const wanted = names ? new Set(names) : undefined;
    const tools = [...this.#tools.values()].filter(({ name }) => {
      return wanted ? wanted.has(name) : this.#judgements.get(name)?.verdict !== 'approved';
    });
    const approved = tools.map((tool) => approvalOf(tool, by));
    if (approved.length > 0) await this.#options.approvals.approve(approved);
    await this.reload();
    return approved;
  }

  async #refresh(): Promise<void> {
    const { server, mode, approvals } = this.#options;
    const tools = [...this.#tools.values()];
    let known = await approvals.of(server);
    const judgements = judge(tools, known, mode);
    const firstUse = firstUseApprovals(tools, judgements);
    if (firstUse.length > 0) {
      await approvals.approveFirstSeen(firstUse);
      known = await approvals.of(server);
      // First writer wins: another gateway may have approved a different definition a moment earlier.
      for (const [name, judgement] of judge(tools, known, mode)) {
        if (judgement.verdict !== 'approved') judgements.set(name, judgement);
      }
    }
    this.#approvals = known;
    this.#judgements = judgements;
    this.#warnOfChanges();
    this.#notifyIfWithheldChanged();
  }

  #warnOfChanges(): void {
    const { server, mode } = this.#options;
    const changed = [...this.#judgements].filter(([, { verdict, withheld }]) => verdict === 'changed' || withheld);
    const news = changed.filter(([name, { changes }]) => !this.#warned.has(`${name} ${changes.join()}`));
    for (const [name, { changes }] of news) this.#warned.add(`${name} ${changes.join()}`);
    if (news.length === 0) return;
    const shown = news
      .slice(0, 5)
      .map(([name, { changes }]) => `${JSON.stringify(name)} (${changes.join('; ') || 'new'})`);
    const more = news.length > shown.length ? ` and ${news.length - shown.length} more` : '';
    this.#options.onWarning(
      `${server} has tools that differ from what was approved: ${shown.join(', ')}${more}. ` +
        `${mode === 'pinned' ? 'They are withheld' : 'They can still be used'}. To approve them: foldout approve ${server}`,
    );
  }

  #notifyIfWithheldChanged(): void {
    const { mode } = this.#options;
    const withheld = [...this.#judgements].filter(([, judgement]) => judgement.withheld).map(([name]) => name);
    const now = JSON.stringify([mode === 'pinned', withheld]);
    if (now === this.#lastWithheld) return;
    const first = this.#lastWithheld === '';
    this.#lastWithheld = now;
    // Before the first run, all tools of a pinned server are withheld. A server that is not pinned withholds none.
    if (!first || mode === 'pinned') this.#options.onChange();
  }

  #warnOfFailure(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    if (this.#warned.has(why)) return;
    this.#warned.add(why);
    this.#options.onWarning(`${this.#options.server}: the approvals cannot be read or written: ${why}`);
  }
}
