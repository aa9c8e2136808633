import type { Risk } from './tool.ts';

/** A call that a dry run did not make. */
export interface DryCall {
  /** `server/tool`. */
  readonly name: string;
  readonly risk: Risk;
  /** What the policy would say. */
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The input that would be sent. */
  readonly input: unknown;
}

/** Collects the calls of a dry run. */
export interface DryRun {
  note(call: DryCall): void;
}
