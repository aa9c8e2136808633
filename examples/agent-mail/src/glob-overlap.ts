/**
 * Patterns of paths: `*` is any run of characters within a segment, `?` one character, `**` any run of whole segments.
 * Brackets are plain characters, since frameworks name files like `[id].tsx`.
 */

/** Normalizes a pattern: removes `./` and doubled slashes. A trailing slash means everything in the folder. */
export function normalizePattern(pattern: string): string {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  return pattern.endsWith('/') ? [...parts, '**'].join('/') : parts.join('/');
}

/** Whether at least one path matches both patterns. */
export function globsOverlap(a: string, b: string): boolean {
  return canMeet(a.split('/'), b.split('/'), '**', (left, right) =>
    canMeet([...left], [...right], '*', (x, y) => x === y || x === '?' || y === '?'),
  );
}

/**
 * Whether two patterns, in which `wild` matches any run of items, can match the same sequence. Dynamic programming from
 * the ends of both patterns: the cost is the product of their lengths, so no pattern causes exponential backtracking.
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
