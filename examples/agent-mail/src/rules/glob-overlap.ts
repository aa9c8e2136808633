/**
 * Patterns of paths: `*` is any run of characters within a segment, `?` one character, `**` any run of whole segments.
 * Brackets are plain characters, since frameworks name files like `[id].tsx`.
 */

/** One spelling per pattern: no `./`, no doubled slashes; a folder written with a slash means all that is in it. */
export function normalizePattern(pattern: string): string {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  return pattern.endsWith('/') ? [...parts, '**'].join('/') : parts.join('/');
}

/** Whether some path is matched by both. */
export function globsOverlap(a: string, b: string): boolean {
  return canMeet(a.split('/'), b.split('/'), '**', (left, right) =>
    canMeet([...left], [...right], '*', (x, y) => x === y || x === '?' || y === '?'),
  );
}

/**
 * Whether two sequences, in which `wild` stands for any run of items, can describe the same one. Filled from the ends
 * of both, so the cost is the product of their lengths: no pattern makes it explode.
 *
 *            right →   b   *   (end)
 *   left a             ?   ?    ✗        each cell: can what follows here on the left
 *     ↓  *             ?   ✓    ✓        meet what follows here on the right?
 *      (end)           ✗   ✓    ✓
 */
function canMeet<T>(left: readonly T[], right: readonly T[], wild: T, fits: (a: T, b: T) => boolean): boolean {
  let below: boolean[] = [];
  for (let i = left.length; i >= 0; i -= 1) {
    const row: boolean[] = [];
    for (let j = right.length; j >= 0; j -= 1) {
      const [a, b] = [left[i], right[j]];
      if (a === undefined && b === undefined) row[j] = true;
      else if (a === wild || b === wild) row[j] = below[j] === true || row[j + 1] === true;
      else row[j] = a !== undefined && b !== undefined && below[j + 1] === true && fits(a, b);
    }
    below = row;
  }
  return below[0] === true;
}
