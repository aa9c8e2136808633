/** Log lines for the operator. They go to stderr, because stdout belongs to the protocol. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}
