// A small terminal emulator: turns the output of a program into lines of styled characters. It supports the escape
// sequences that the command line writes: colors, and the cursor movements of a spinner, a progress bar and a prompt.

const ESC = '\\u001b';
const TOKENS = new RegExp(`${ESC}\\[([?\\d;]*)([A-Za-z])|${ESC}[()][A-Z0-9]|${ESC}[=>78]|[^${ESC}]`, 'gsu');

/** @typedef {{ sign: string, look: readonly number[] }} Cell */

/**
 * @param {string} written
 * @returns {Cell[][]}
 */
export function screenOf(written) {
  /** @type {Cell[][]} */
  const lines = [[]];
  let row = 0;
  let column = 0;
  /** @type {number[]} */
  let look = [];
  const line = () => {
    while (lines.length <= row) lines.push([]);
    return lines[row];
  };
  for (const [token, control, kind] of written.matchAll(TOKENS)) {
    if (kind !== undefined) {
      const [first = 0] = (control ?? '').split(';').map(Number);
      const amount = first || 1;
      if (kind === 'm') look = (control ?? '').split(';').map(Number).reduce(nextLook, look);
      else if (kind === 'A') row = Math.max(0, row - amount);
      else if (kind === 'B') row += amount;
      else if (kind === 'C') column += amount;
      else if (kind === 'D') column = Math.max(0, column - amount);
      else if (kind === 'G') column = amount - 1;
      else if (kind === 'K') line().splice(first === 0 ? column : 0);
      else if (kind === 'J') {
        line().splice(column);
        lines.splice(row + 1);
      }
    } else if (token === '\r') column = 0;
    else if (token === '\n') {
      row += 1;
      line();
    } else if (token === '\b') column = Math.max(0, column - 1);
    else if (token >= ' ') {
      const cells = line();
      while (cells.length < column) cells.push({ sign: ' ', look: [] });
      cells[column] = { sign: token, look };
      column += 1;
    }
  }
  while (lines.length > 0 && lines.at(-1)?.every(({ sign }) => sign === ' ')) lines.pop();
  return lines;
}

/** @param {string} written */
export function screenText(written) {
  return screenOf(written)
    .map((cells) =>
      cells
        .map(({ sign }) => sign)
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** SGR codes that end a style: bold and dim, italic, underline, inverse, color. */
const ENDS = new Map([
  [22, [1, 2]],
  [23, [3]],
  [24, [4]],
  [27, [7]],
  [39, [30, 31, 32, 33, 34, 35, 36, 37, 90, 91, 92, 93, 94, 95, 96, 97]],
]);

/** @param {readonly number[]} look @param {number} code */
function nextLook(look, code) {
  if (code === 0) return [];
  const ended = ENDS.get(code);
  return ended ? look.filter((one) => !ended.includes(one)) : [...look, code];
}
