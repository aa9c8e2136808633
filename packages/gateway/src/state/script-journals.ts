/** A part of the journal of a script that waits for a person. */
export interface ScriptBatch {
  /** Who runs which script. */
  readonly key: string;
  /** One run of that script. */
  readonly run: string;
  /** From 0. */
  readonly position: number;
  readonly text: string;
  /** Nothing follows: the script has ended. */
  readonly last: boolean;
}

export interface KeptScript {
  readonly run: string;
  readonly batches: readonly string[];
}

/** Journals of scripts that wait for people. They hold results of tools, so the texts are encrypted. */
export interface ScriptJournals {
  /** The newest run with this key that has not ended. */
  load(key: string): Promise<KeptScript | undefined>;
  /** False if another process has added a batch at this position of the run: of two, exactly one succeeds. */
  append(batch: ScriptBatch): Promise<boolean>;
}

/** A script that nobody sends again for this long is forgotten. */
export const SCRIPT_KEPT_MS = 86_400_000;
