import type { Tool } from '@foldout/core';
import { claimedServer } from '@foldout/core/internal';
import { suspiciousParts, visibleText } from './scan-text.ts';
import type { FindingCode, Severity } from './suspicious-text.ts';
import { textsOf } from './tool-texts.ts';

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The path of the text, such as `inputSchema.properties.path.description`. Escaped. */
  readonly field: string;
  /** The start of the suspicious text, escaped and short. */
  readonly excerpt: string;
}

export interface ScanContext {
  /** Names of the other servers. */
  readonly otherServers?: ReadonlySet<string> | undefined;
  /** Names of tools that only other servers have. */
  readonly otherTools?: ReadonlySet<string> | undefined;
}

const MAX_FINDINGS = 20;
const EXCERPT_CHARS = 80;

/**
 * Searches a tool's texts for prompt injection: instructions to the model that the user does not see. A finding is a
 * reason to read the text, not a proof; a tool without findings may still be harmful. Runs in linear time.
 */
export function scanTool(tool: Tool, context: ScanContext = {}): Finding[] {
  const findings = new Map<string, Finding>();
  const add = (code: FindingCode, severity: Severity, field: string, text: string, at: number): void => {
    const key = `${code} ${field}`;
    if (findings.has(key) || findings.size >= MAX_FINDINGS) return;
    findings.set(key, { code, severity, field: cut(escaped(field), 200), excerpt: excerptOf(text, at) });
  };
  if (claimedServer(tool.name, tool.server, context.otherServers ?? []) !== undefined) {
    add('claims-server-name', 'high', 'name', tool.name, 0);
  }
  for (const { field, text } of textsOf(tool)) {
    for (const { code, severity, searched, at } of suspiciousParts(text)) add(code, severity, field, searched, at);
    const plain = visibleText(text);
    const at = otherToolIn(plain, context);
    if (at !== undefined) add('names-other-tool', 'medium', field, plain, at);
  }
  return [...findings.values()];
}

/** A word that looks like the name of a tool and not like prose: `read_file`, `readFile`, `server/tool`. */
const NAME_LIKE =
  /^(?=.{8,128}$)(?:[a-z0-9]+[_-][a-z0-9_-]+|[a-z]+[A-Z][A-Za-z0-9]*|[A-Za-z0-9._-]+(?:__|\/)[A-Za-z0-9._-]+)$/;
const INSTRUCTION =
  /\b(?:instead of|rather than|before|prior to|after|whenever|always|must|never|first|do not use|don't use)\b/i;
/** How close an instruction has to be to the name, in characters. */
const NEAR = 80;

function otherToolIn(text: string, { otherTools, otherServers }: ScanContext): number | undefined {
  if (!otherTools?.size && !otherServers?.size) return undefined;
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9][A-Za-z0-9_./-]{2,127}/g)) {
    if (!isOtherTool(word, otherTools, otherServers)) continue;
    if (INSTRUCTION.test(text.slice(Math.max(0, index - NEAR), index + word.length + NEAR))) return index;
  }
  return undefined;
}

function isOtherTool(word: string, tools?: ReadonlySet<string>, servers?: ReadonlySet<string>): boolean {
  const name = word.replace(/[./-]+$/, '');
  if (!NAME_LIKE.test(name)) return false;
  if (tools?.has(name)) return true;
  // `server/tool`, `server__tool` and `mcp__server__tool` name the server too.
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

/** Cuts a text without splitting a surrogate pair. */
function cut(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** Writes invisible characters as their code points, so that a finding cannot carry the injection that it reports. */
function escaped(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu, (character) => {
    return character === '\n' || character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
