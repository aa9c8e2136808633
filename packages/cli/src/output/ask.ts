/** Whether there is a person to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** A question with yes or no. Whoever leaves (Ctrl-C) has said no. */
export async function confirmed(message: string, initialValue: boolean): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue, output: process.stderr, withGuide: false });
  return answer === true;
}
