/** Words that are identifiers and not prose: `create_issue`, `getDocument`, `github/search`, `base64`. */
const LOOKS_LIKE_A_NAME = /[_./:-]|[a-z][A-Z]|\d/;
const COMPOUND = /[_./:-]|[a-z][A-Z]/;
/** Ordinary words are a name when the sentence marks them as one: in quotes, "use … to", "the … tool", "…(". */
const MARKED_BEFORE = /\b(?:use|using|call|run|invoke|execute|tool|command|named|called)\s+(?:the\s+)?$/iu;
const MARKED_AFTER = /^(?:\(|\s+(?:tool|command|function)\b)/iu;
const PHRASE_ENDS = /^(?:\s*$|\s*[,.;:!?]|\s+(?:to|for|on|with|and|in|then)\b)/iu;
const BEFORE_A_NAME = /[\s"'`“(]/u;
const AFTER_A_NAME = /[\s"'`”),.;:!?]/u;
const QUOTED = /^(?:`[^`]+`|"[^"]+"|'[^']+'|“[^”]+”)$/u;

/** Whether `text.slice(at, end)` is meant as a name and not as ordinary words. */
export function isMeantAsName(text: string, at: number, end: number): boolean {
  return LOOKS_LIKE_A_NAME.test(text.slice(at, end)) || isMarkedAsName(text, at, end);
}

/** Whether the text around `text.slice(at, end)` marks it as a name. For words that could be prose. */
export function isMarkedAsName(text: string, at: number, end: number): boolean {
  if (at > 0 && QUOTED.test(text.slice(at - 1, end + 1))) return true;
  const after = text.slice(end, end + 12);
  if (MARKED_AFTER.test(after)) return true;
  return PHRASE_ENDS.test(after) && MARKED_BEFORE.test(text.slice(Math.max(0, at - 20), at));
}

/** Whether `text.slice(at, end)` is a compound name with no other letters attached to it. */
export function standsAlone(text: string, at: number, end: number): boolean {
  if (at > 0 && !BEFORE_A_NAME.test(text[at - 1] ?? '')) return false;
  if (end < text.length && !AFTER_A_NAME.test(text[end] ?? '')) return false;
  return COMPOUND.test(text.slice(at, end));
}
