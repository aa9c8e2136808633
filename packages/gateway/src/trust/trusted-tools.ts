import type { Tool } from '@foldout/core';
import type { Approval, Approvals } from '../state/shared-state.ts';
import { approvalOf, firstSeen, type Judgement, judge, type TrustMode } from './judge.ts';

export interface TrustedToolsOptions {
  readonly server: string;
  readonly mode: TrustMode;
  readonly approvals: Approvals;
  /** Other tools are withheld than before. */
  readonly onChange: () => void;
  readonly onWarning: (message: string) => void;
}

/** Which tools of a server are as they were approved. Where nobody can tell, a pinned server's are withheld. */
export class TrustedTools {
  readonly #options: TrustedToolsOptions;
  #tools: ReadonlyMap<string, Tool> = new Map();
  #approvals: ReadonlyMap<string, Approval> | undefined;
  #judgements: ReadonlyMap<string, Judgement> = new Map();
  /** One look at the approvals at a time. */
  #looking: Promise<void> = Promise.resolve();
  #withheldBefore = '';
  readonly #warned = new Set<string>();

  constructor(options: TrustedToolsOptions) {
    this.#options = options;
  }

  /** What is not as it was approved, by tool. */
  get findings(): ReadonlyMap<string, Judgement> {
    return new Map([...this.#judgements].filter(([, { verdict }]) => verdict !== 'approved'));
  }

  /**
   * Why a tool may not be used, and what to do about it; undefined where it may. It is the definition given that is
   * compared: one that came a moment ago is not taken for the one before.
   */
  withheld(tool: Tool): string | undefined {
    const { server, mode } = this.#options;
    if (mode === 'flag') return undefined;
    if (!this.#approvals) return `It is not known yet whether this tool is approved. Try again in a moment.`;
    const judgement = judge([tool], this.#approvals, mode).get(tool.name);
    if (!judgement?.withheld) return undefined;
    const why =
      judgement.verdict === 'changed'
        ? `It has changed since it was approved (${judgement.changes.join('; ')})`
        : `It was added after the tools of '${server}' were approved`;
    return `${why}. Ask the operator to look at it and run: foldout approve ${tool.id}`;
  }

  /** Looks at what the server has now. What is seen first is remembered, and what has changed is told. Never rejects. */
  judge(tools: readonly Tool[]): Promise<void> {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    return this.reload();
  }

  /** Reads the approvals again. Never rejects. Returns when everything has been judged. */
  reload(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch((error: unknown) => this.#cannotLook(error));
    return this.#looking;
  }

  /** Approves tools as they are now; all that want it where none is named. */
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

  async #look(): Promise<void> {
    const { server, mode, approvals } = this.#options;
    const tools = [...this.#tools.values()];
    let known = await approvals.of(server);
    const judgements = judge(tools, known, mode);
    const seen = firstSeen(tools, judgements);
    if (seen.length > 0) {
      await approvals.approveFirstSeen(seen);
      known = await approvals.of(server);
      // Another gateway may have seen something else first.
      for (const [name, judgement] of judge(tools, known, mode)) {
        if (judgement.verdict !== 'approved') judgements.set(name, judgement);
      }
    }
    this.#approvals = known;
    this.#judgements = judgements;
    this.#tell();
  }

  #tell(): void {
    const { server, mode } = this.#options;
    const changed = [...this.#judgements].filter(([, { verdict, withheld }]) => verdict === 'changed' || withheld);
    const news = changed.filter(([name, { changes }]) => !this.#warned.has(`${name} ${changes.join()}`));
    for (const [name, { changes }] of news) this.#warned.add(`${name} ${changes.join()}`);
    if (news.length > 0) {
      const shown = news
        .slice(0, 5)
        .map(([name, { changes }]) => `${JSON.stringify(name)} (${changes.join('; ') || 'new'})`);
      const more = news.length > shown.length ? ` and ${news.length - shown.length} more` : '';
      this.#options.onWarning(
        `${server} has tools that are not as they were approved: ${shown.join(', ')}${more}. ` +
          `${mode === 'pinned' ? 'They are withheld' : 'They can still be used'}. To approve them: foldout approve ${server}`,
      );
    }
    const withheld = [...this.#judgements].filter(([, one]) => one.withheld).map(([name]) => name);
    const now = JSON.stringify([mode === 'pinned', withheld]);
    if (now === this.#withheldBefore) return;
    const first = this.#withheldBefore === '';
    this.#withheldBefore = now;
    // Without a pin nothing was withheld before either.
    if (!first || mode === 'pinned') this.#options.onChange();
  }

  #cannotLook(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    if (this.#warned.has(why)) return;
    this.#warned.add(why);
    this.#options.onWarning(`${this.#options.server}: the approvals cannot be read or written: ${why}`);
  }
}
