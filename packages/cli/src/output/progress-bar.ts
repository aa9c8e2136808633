/** Shows a progress bar on stderr while `work` runs; only on a terminal. */
export async function withProgressBar<T>(
  message: string,
  work: (advance: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (process.stderr.isTTY !== true) return work(() => {});
  const { progress } = await import('@clack/prompts');
  let bar: ReturnType<typeof progress> | undefined;
  let shown = 0;
  const advance = (done: number, total: number): void => {
    if (!bar) {
      bar = progress({ max: total, output: process.stderr, withGuide: false });
      bar.start(message);
    }
    bar.advance(done - shown, `${message} (${done} of ${total})`);
    shown = done;
  };
  try {
    return await work(advance);
  } finally {
    bar?.clear();
  }
}
