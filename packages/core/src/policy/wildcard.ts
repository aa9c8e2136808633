export type Matcher = (text: string) => boolean;

/**
 * A pattern in which a star stands for any characters and a question mark for one. Takes at most text × pattern steps:
 * patterns meet texts of callers, so no pattern may backtrack without bound.
 */
export function wildcard(pattern: string): Matcher {
  if (pattern === '*') return () => true;
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  return (text) => matches(pattern, text);
}

/** Matches in two parts, so that a star in the server part does not reach into the name. */
export function addressPattern(pattern: string): (server: string, name: string) => boolean {
  const slash = pattern.indexOf('/');
  const server = wildcard(pattern.slice(0, slash));
  const name = wildcard(pattern.slice(slash + 1));
  return (ofServer, ofName) => server(ofServer) && name(ofName);
}

function matches(pattern: string, text: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (pattern[next] === '*') {
      star = next++;
      resume = at;
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === text[at])) {
      next += 1;
      at += 1;
    } else if (star >= 0) {
      // The last star takes one character more. Earlier stars never have to: the text before it has matched.
      next = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
}
