import type { Tool } from '@foldout/core';
import type { Approval, Approvals } from '../state/shared-state.ts';
import { approvalOf, firstSeen, type Judgement, judge, type TrustMode } from '../trust/judge.ts';

export interface TrustedToolsOptions {
  readonly server: string;
  readonly mode: TrustMode;
  readonly approvals: Approvals;
  /** What is true of its tools may have changed. */
  readonly onChange: () => void;
  readonly onWarning: (message: string) => void;
}

/** Which tools of a server are what was approved of them. */
export class TrustedTools {
  readonly #options: TrustedToolsOptions;
  #tools: readonly Tool[] = [];
  #judgements: ReadonlyMap<string, Judgement> | undefined;
  #told = '';

  constructor(options: TrustedToolsOptions) {
    this.#options = options;
  }

  /** Why a tool is kept from clients, and what to do about it; undefined where it is not. */
  withheld({ server, name }: Tool): string | undefined {
    if (this.#options.mode !== 'pinned') return undefined;
    // Until the approvals are read nobody knows, and then the answer is no.
    if (!this.#judgements) return 'Its approval is being looked up: try again in a moment.';
    if (!this.#judgements.get(name)?.withheld) return undefined;
    const what = this.#judgements.get(name)?.verdict === 'changed' ? 'changed after it was approved' : 'is new';
    return `Its definition ${what}. Somebody has to look at it: foldout approve ${server}/${name}`;
  }

  /** What is not as it was approved, by tool. */
  get findings(): ReadonlyMap<string, Judgement> {
    return new Map([...(this.#judgements ?? [])].filter(([, { verdict }]) => verdict !== 'approved'));
  }

  /** Compares tools with what was approved. Never rejects: without approvals to read, a pinned server stays closed. */
  async judge(tools: readonly Tool[]): Promise<void> {
    this.#tools = tools;
    await this.reload();
  }

  /** Compares again, because somebody may have approved something. */
  async reload(): Promise<void> {
    const { server, mode, approvals, onChange, onWarning } = this.#options;
    try {
      const tools = this.#tools;
      const known = await approvals.of(server);
      const judgements = judge(tools, known, mode);
      const fresh = firstSeen(tools, judgements);
      if (fresh.length > 0) await approvals.approveFirstSeen(fresh);
      this.#judgements = judgements;
      this.#warn(judgements);
      if (mode === 'pinned') onChange();
    } catch (error) {
      onWarning(`the approvals of "${server}" cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Approves tools as they are now; all of them where no names are given. */
  async approve(by: string, names?: readonly string[]): Promise<readonly Approval[]> {
    const chosen = this.#tools.filter(({ name }) => !names || names.includes(name));
    const approved = chosen.map((tool) => approvalOf(tool, by));
    await this.#options.approvals.approve(approved);
    await this.reload();
    return approved;
  }

  #warn(judgements: ReadonlyMap<string, Judgement>): void {
    const changed = [...judgements].filter(([, { verdict }]) => verdict === 'changed');
    const told = changed.map(([name, { changes }]) => `${name} (${changes.join('; ')})`).join(', ');
    if (told !== '' && told !== this.#told) {
      this.#options.onWarning(`"${this.#options.server}" changed tools after they were approved: ${told}`);
    }
    this.#told = told;
  }
}
