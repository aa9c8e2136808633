/** Longer templates, and URIs, match nothing. */
const MAX_CHARS = 4_096;
/** Bounds the work of one match: positions of the URI times parts of the template. */
const MAX_STEPS = 500_000;

/** Characters that the value of an expression may not contain, by the operator of the expression (RFC 6570). */
const ENDS_VALUE: Readonly<Record<string, RegExp>> = { '+': /[^\s\S]/, '#': /[^\s\S]/, '?': /[/#]/, '&': /[/#]/ };
const ENDS_SIMPLE_VALUE = /[/?#]/;
/** Operators whose value begins with the operator itself (`{?q}` matches `?q=1`) or is empty. */
const PREFIXED = '#./;?&';

interface Expression {
  readonly operator: string;
}

/** The text of a template before its first expression. */
export function literalPrefix(template: string): string {
  const at = template.indexOf('{');
  return at === -1 ? template : template.slice(0, at);
}

/**
 * Whether a URI fits a template. Keeps the set of positions that the template can have reached instead of backtracking, so
 * that no template of a hostile server takes more than `MAX_STEPS`. Values are not checked against each other.
 */
export function matchesTemplate(template: string, uri: string): boolean {
  if (template.length > MAX_CHARS || uri.length > MAX_CHARS) return false;
  if (!uri.startsWith(literalPrefix(template))) return false;
  const parts = partsOf(template);
  if (!parts || parts.length * uri.length > MAX_STEPS) return false;
  let reached = new Set([0]);
  for (const part of parts) {
    reached = typeof part === 'string' ? afterLiteral(uri, part, reached) : afterExpression(uri, part, reached);
    if (reached.size === 0) return false;
  }
  return reached.has(uri.length);
}

function afterLiteral(uri: string, literal: string, from: ReadonlySet<number>): Set<number> {
  const after = new Set<number>();
  for (const at of from) if (uri.startsWith(literal, at)) after.add(at + literal.length);
  return after;
}

/** A simple or reserved expression needs at least one character; the others may be absent. */
function afterExpression(uri: string, { operator }: Expression, from: ReadonlySet<number>): Set<number> {
  const after = new Set<number>();
  const prefixed = PREFIXED.includes(operator) && operator !== '';
  const ends = ENDS_VALUE[operator] ?? ENDS_SIMPLE_VALUE;
  let open = false;
  for (let at = 0; at <= uri.length; at += 1) {
    if (open) after.add(at);
    const character = uri[at] ?? '';
    if (from.has(at)) {
      if (prefixed) after.add(at);
      open ||= !prefixed || character === operator;
      // The character that begins the expression is not part of the value.
      if (prefixed && character === operator) continue;
    }
    if (ends.test(character) && !(operator === '/' && character === '/')) open = false;
  }
  return after;
}

/** Undefined for an invalid template: a brace that is not closed, or an empty expression. */
function partsOf(template: string): (string | Expression)[] | undefined {
  const parts: (string | Expression)[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    if (open !== at) parts.push(template.slice(at, open === -1 ? undefined : open));
    if (open === -1) break;
    const close = template.indexOf('}', open);
    if (close === -1 || close === open + 1) return undefined;
    const first = template.charAt(open + 1);
    parts.push({ operator: '+#./;?&'.includes(first) ? first : '' });
    at = close + 1;
  }
  return parts;
}
