import { type FindingCode, type Severity, SUSPICIOUS_TEXTS } from './suspicious-text.ts';

/** Shorter texts match no pattern, unless they hold invisible characters. */
const MIN_LENGTH = 12;
const NOT_PLAIN = /[^\x20-\x7e]|</;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

export interface SuspiciousPart {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The text in the form that was searched, and where it matches. */
  readonly searched: string;
  readonly at: number;
}

/** A text as a person sees it: without invisible characters, in one form. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFKC');
}

/** Every pattern of prompt injection that a text matches. Runs in linear time. */
export function* suspiciousParts(text: string, only?: Severity): Generator<SuspiciousPart> {
  if (text.length < MIN_LENGTH && !NOT_PLAIN.test(text)) return;
  const plain = visibleText(text);
  for (const { code, severity, pattern, raw } of SUSPICIOUS_TEXTS) {
    if (only !== undefined && severity !== only) continue;
    const searched = raw ? text : plain;
    const found = pattern.exec(searched);
    if (found) yield { code, severity, searched, at: found.index };
  }
}
