/** The last minute as a line. Hidden from screen readers, because the number beside it says the same. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map((value, i) => `${(i + 60 - values.length) * 2},${23 - (value / most) * 22}`);
  return (
    <svg class="sparkline" width="120" height="24" viewBox="0 0 120 24" aria-hidden="true">
      <polyline class="line" points={points.join(' ')} />
    </svg>
  );
}
