/** Could not be ordinary prose: `create_issue`, `getDocument`, `github/search`. */
const LOOKS_LIKE_A_NAME = /[_./:-]|[a-z][A-Z]|\d/;
const PUT_TOGETHER = /[_./:-]|[a-z][A-Z]/;
/** Ordinary words count when the sentence says that a tool is meant: quoted, called, or "use … to", "the … tool". */
const SAID_BEFORE = /\b(?:use|using|call|run|invoke|execute|tool|command|named|called)\s+(?:the\s+)?$/iu;
const SAID_AFTER = /^(?:\(|\s+(?:tool|command|function)\b)/iu;
const PHRASE_ENDS = /^(?:\s*$|\s*[,.;:!?]|\s+(?:to|for|on|with|and|in|then)\b)/iu;
const BEFORE_A_NAME = /[\s"'`“(]/u;
const AFTER_A_NAME = /[\s"'`”),.;:!?]/u;
const QUOTED = /^(?:`[^`]+`|"[^"]+"|'[^']+'|“[^”]+”)$/u;

/** Whether what stands between two places of a text is the name of something there, and not just words. */
export function isMeantAsName(text: string, at: number, end: number): boolean {
  return LOOKS_LIKE_A_NAME.test(text.slice(at, end)) || isSaidToBeName(text, at, end);
}

/** The same for words that could be prose: only what stands around them can tell. */
export function isSaidToBeName(text: string, at: number, end: number): boolean {
  if (at > 0 && QUOTED.test(text.slice(at - 1, end + 1))) return true;
  const after = text.slice(end, end + 12);
  if (SAID_AFTER.test(after)) return true;
  return PHRASE_ENDS.test(after) && SAID_BEFORE.test(text.slice(Math.max(0, at - 20), at));
}

/** Whether it is put together like a name, and nothing more is joined to it. */
export function standsAlone(text: string, at: number, end: number): boolean {
  if (at > 0 && !BEFORE_A_NAME.test(text[at - 1] ?? '')) return false;
  if (end < text.length && !AFTER_A_NAME.test(text[end] ?? '')) return false;
  return PUT_TOGETHER.test(text.slice(at, end));
}
