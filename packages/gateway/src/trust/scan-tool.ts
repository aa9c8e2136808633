import type { Tool } from '@foldout/core';
import { type FindingCode, type Severity, SUSPICIOUS_TEXTS } from './suspicious-text.ts';
import { textsOf } from './tool-texts.ts';

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Where: `description`, `inputSchema.properties.path.description`. Escaped. */
  readonly field: string;
  /** What it looks like, escaped and short. */
  readonly excerpt: string;
}

export interface ScanContext {
  /** Names of the other servers. */
  readonly otherServers?: ReadonlySet<string> | undefined;
  /** Names of tools that other servers have and this one has not. */
  readonly otherTools?: ReadonlySet<string> | undefined;
}

const MOST_FINDINGS = 20;
const EXCERPT_CHARS = 80;
/** Nothing that is looked for is shorter, unless it cannot be seen. */
const SHORTEST = 12;
const NOT_PLAIN = /[^\x20-\x7e]|</;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Looks for what was written for the model and not for its user. A finding is a reason to look, not a proof; a tool
 * without one is not proved harmless. Takes time in proportion to the length of the tool's texts.
 */
export function scanTool(tool: Tool, context: ScanContext = {}): Finding[] {
  const findings = new Map<string, Finding>();
  const add = (code: FindingCode, severity: Severity, field: string, text: string, at: number): void => {
    const key = `${code} ${field}`;
    if (findings.has(key) || findings.size >= MOST_FINDINGS) return;
    findings.set(key, { code, severity, field: cut(escaped(field), 200), excerpt: excerptOf(text, at) });
  };
  for (const { field, text } of textsOf(tool)) {
    if (text.length < SHORTEST && !NOT_PLAIN.test(text)) continue;
    const plain = text.replace(INVISIBLE, '').normalize('NFKC');
    for (const { code, severity, pattern, raw } of SUSPICIOUS_TEXTS) {
      const looked = raw ? text : plain;
      const found = pattern.exec(looked);
      if (found) add(code, severity, field, looked, found.index);
    }
    const at = otherToolIn(plain, context);
    if (at !== undefined) add('names-other-tool', 'medium', field, plain, at);
  }
  return [...findings.values()];
}

/** A word that could be nothing but the name of a tool: two words in one, and long enough. */
const NAME_LIKE =
  /^(?=.{8,128}$)(?:[a-z0-9]+[_-][a-z0-9_-]+|[a-z]+[A-Z][A-Za-z0-9]*|[A-Za-z0-9._-]+(?:__|\/)[A-Za-z0-9._-]+)$/;
const TELLS_HOW =
  /\b(?:instead of|rather than|before|prior to|after|whenever|always|must|never|first|do not use|don't use)\b/i;
const NEAR = 80;

function otherToolIn(text: string, { otherTools, otherServers }: ScanContext): number | undefined {
  if (!otherTools?.size && !otherServers?.size) return undefined;
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9][A-Za-z0-9_./-]{2,127}/g)) {
    if (!names(word, otherTools, otherServers)) continue;
    if (TELLS_HOW.test(text.slice(Math.max(0, index - NEAR), index + word.length + NEAR))) return index;
  }
  return undefined;
}

function names(word: string, tools?: ReadonlySet<string>, servers?: ReadonlySet<string>): boolean {
  const name = word.replace(/[./-]+$/, '');
  if (!NAME_LIKE.test(name)) return false;
  if (tools?.has(name)) return true;
  // `server/tool`, `server__tool` and `mcp__server__tool` say whose it is.
  const [first = '', ...rest] = name.replace(/^mcp__/, '').split(/__|\//);
  return rest.length > 0 && servers?.has(first) === true && tools?.has(rest.join('__')) === true;
}

function excerptOf(text: string, at: number): string {
  const from = Math.max(0, at - 10);
  const end = from + EXCERPT_CHARS;
  const shown = escaped(text.slice(from, end));
  const whole = end >= text.length && shown.length <= EXCERPT_CHARS;
  return `${from > 0 ? '…' : ''}${cut(shown, EXCERPT_CHARS)}${whole ? '' : '…'}`;
}

/** At most so long, and not ending in half a character. */
function cut(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** What cannot be seen is written as its number: a finding must not be able to do what it reports. */
function escaped(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu, (sign) => {
    return sign === '\n' || sign === '\t' ? ' ' : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
