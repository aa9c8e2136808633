/** Whether a question can be answered: stdin and stderr are a terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a yes-or-no question. Ctrl-C means no. */
export async function confirmed(message: string, initialValue: boolean): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue, output: process.stderr, withGuide: false });
  return answer === true;
}
