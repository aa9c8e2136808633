/** A call of a script that can stop here and go on later, perhaps in another process. */
export interface Checkpoint {
  /** Called before the call waits for a person. Resolves when the script could go on from here after a restart. */
  waits(): Promise<void>;
  /** Called right before the call is sent. Rejects if the call must not be sent. */
  sends(): Promise<void>;
}
