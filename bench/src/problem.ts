/** A mistake in the command line or in the data: the message is printed without a stack trace, and the exit code is 2. */
export class Problem extends Error {}
