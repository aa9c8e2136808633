/** How much of a page may be given up so that it ends at a boundary. */
const SEARCHED = 0.5;

/**
 * End offset of a page of text that begins at `start` and has at most `room` characters: behind an item of JSON, a line or a
 * word, in this order of preference. Leaves room for JSON escapes, and never splits a surrogate pair.
 */
export function cutText(text: string, start: number, room: number): number {
  const end = lastCharacter(text, start, room);
  if (end >= text.length) return text.length;
  const earliest = start + Math.ceil((end - start) * (1 - SEARCHED));
  const boundary = isJson(text) ? lastItem(text, start, earliest, end) : undefined;
  return boundary ?? behindLast(text, '\n', earliest, end) ?? behindLast(text, ' ', earliest, end) ?? end;
}

/** The longest page. Both halves of a surrogate pair would be invalid. */
function lastCharacter(text: string, offset: number, room: number): number {
  const written = JSON.stringify(text.slice(offset, offset + room)).length - 2;
  const end = offset + (written > room ? Math.max(1, Math.floor((room * room) / written)) : room);
  const half = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return half && room > 1 ? end - 1 : end;
}

function behindLast(text: string, character: string, earliest: number, end: number): number | undefined {
  const at = text.lastIndexOf(character, end - 1);
  return at >= earliest ? at + 1 : undefined;
}

/** A table in TOON starts with its number of rows: `[30]{id,name}:`. */
function isJson(text: string): boolean {
  return /^\s*(?!\[\d+\][{:])[[{]/.test(text.slice(0, 100));
}

/** The position behind the last comma that is nested least, from `earliest` on. */
function lastItem(text: string, start: number, earliest: number, end: number): number | undefined {
  let depth = 0;
  let inText = false;
  let best: { readonly depth: number; readonly at: number } | undefined;
  for (let at = start; at < end; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',' && at + 1 >= earliest && (!best || depth <= best.depth)) best = { depth, at };
  }
  if (!best) return undefined;
  const behind = best.at + 1;
  return text[behind] === '\n' && behind < end ? behind + 1 : behind;
}
