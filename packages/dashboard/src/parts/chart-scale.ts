/** The top of an axis, a round number at or above the largest value, and its ticks. */
export function scaleFor(values: readonly number[]): { readonly top: number; readonly ticks: readonly number[] } {
  const most = Math.max(0, ...values);
  if (most === 0) return { top: 1, ticks: [0] };
  const rough = most / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const top = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return { top, ticks };
}

/** Which axis labels to draw so that they fit into the width: the last label, and every n-th label before it. */
export function labelled(count: number, width: number, labelWidth = 64): (index: number) => boolean {
  const every = Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)));
  return (index) => (count - 1 - index) % every === 0;
}
