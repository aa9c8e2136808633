import type { Tool } from '@foldout/core';
import type { Approvals } from '../state/shared-state.ts';

export interface TrustedToolsOptions {
  readonly server: string;
  readonly mode: 'flag' | 'pinned';
  readonly approvals: Approvals;
  readonly onWarning: (message: string) => void;
}

/** Which tools of a server are as they were approved. */
export class TrustedTools {
  onChange: () => void = () => {};

  constructor(_options: TrustedToolsOptions) {}

  withheld(_tool: Tool): string | undefined {
    return undefined;
  }

  judge(_tools: readonly Tool[]): void {}

  async reload(): Promise<void> {}
}
