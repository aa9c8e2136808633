/** One line for the operator. Goes to stderr: stdout belongs to the protocol. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}
