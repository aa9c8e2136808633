const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789_-'];
const IDENTIFIER = /^[\w.:/-]{5,64}$/;
const COMPOUND = /[a-z\d][_.:/-][a-z\d]|[a-z][A-Z]/;

/** Whether a query is one compound identifier, such as `create_issue` or `createIssue`, and nothing else. */
export function isIdentifier(query: string): boolean {
  return COMPOUND.test(query) && IDENTIFIER.test(query);
}

/** Every text that differs from `written` by one letter: one missing, one too many, one wrong, or two swapped. */
export function* oneEditAway(written: string): Generator<string> {
  for (let at = 0; at <= written.length; at++) {
    const before = written.slice(0, at);
    const after = written.slice(at);
    for (const letter of LETTERS) yield before + letter + after;
    if (after === '') continue;
    yield before + after.slice(1);
    for (const letter of LETTERS) yield before + letter + after.slice(1);
    if (after.length > 1) yield before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
  }
}
