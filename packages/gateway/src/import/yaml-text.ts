import type { ConfigText, Position } from '../config/config-text.ts';
import type { ConfigPath, Problem } from '../config/problem.ts';
import { yamlLibrary } from '../config/yaml-library.ts';

/** Parses YAML, and finds the place of every field. */
export function parseYamlText(text: string, file?: string): ConfigText {
  const { isCollection, LineCounter, parseDocument } = yamlLibrary();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  if (error)
    return { value: undefined, problems: [notYaml(file, at(error.pos[0]))], repeated: [], locate: () => at(0) };
  const locate = (path: ConfigPath): Position => {
    for (let length = path.length; length > 0; length--) {
      const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
      const node: unknown = isCollection(parent) ? parent.get(path[length - 1], true) : undefined;
      const range = (node as { readonly range?: readonly [number, number, number] | null } | undefined)?.range;
      if (range) return at(range[0]);
    }
    return at(0);
  };
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), problems: [], repeated: [], locate };
  } catch {
    return { value: undefined, problems: [notYaml(file, at(0))], repeated: [], locate: () => at(0) };
  }
}

/** More aliases than this are an attempt to fill the memory. */
const MAX_ALIASES = 100;

/** The parser's own message quotes the line, which may hold a secret. */
function notYaml(file: string | undefined, position: Position): Problem {
  return { severity: 'error', file, path: '', message: 'this is not YAML', fix: 'correct the syntax', ...position };
}
