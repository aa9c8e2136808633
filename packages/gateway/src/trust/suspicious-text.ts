export type Severity = 'high' | 'medium' | 'low';

export interface SuspiciousText {
  readonly code: FindingCode;
  readonly severity: Severity;
  /**
   * Has to run in linear time: wildcards have a maximum length, and a lookbehind stops a match in the middle of a long
   * run of the same character class. A pattern with `raw` is applied to the original text, a pattern without `raw` to
   * the text in Unicode form NFKC without invisible characters.
   */
  readonly pattern: RegExp;
  readonly raw?: boolean | undefined;
}

/** The meaning of each finding, for the operator. */
export const FINDING_CODES = {
  'invisible-text': 'invisible characters that a model still reads',
  'bidi-control': 'characters that show the text in a different order than a model reads it',
  'tag-characters': 'text written in invisible tag characters',
  'variation-selectors': 'a run of variation selectors, which can carry hidden text',
  'encoded-text': 'a long encoded text that only a machine can read',
  'overrides-instructions': 'asks the model to ignore its instructions',
  'hides-from-user': 'asks the model to hide something from the user',
  'reads-secrets': 'asks for keys, passwords or files that hold them',
  'leaks-conversation': 'asks the model to leak the conversation',
  'html-comment': 'an HTML comment, which a web page does not show',
  'instruction-tag': 'a tag that imitates a system instruction',
  'hidden-by-space': 'text after a long run of white space',
  'names-other-tool': "tells the model how to use another server's tools",
  'claims-server-name': 'a name that begins with the prefix of another server',
} as const;

export type FindingCode = keyof typeof FINDING_CODES;

/** Matches the verb, then `what` and `which` in either order, with at most `gap` characters between two of them. */
function phrase(verb: string, what: string, which: string, gap = 30): RegExp {
  const between = `[^.!?。\\n]{0,${gap}}?`;
  return new RegExp(
    `(?:${verb})${between}(?:(?:${which})${between}(?:${what})|(?:${what})${between}(?:${which}))`,
    'iu',
  );
}

export const SUSPICIOUS_TEXTS: readonly SuspiciousText[] = [
  {
    code: 'tag-characters',
    severity: 'high',
    raw: true,
    pattern: /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]/u,
  },
  { code: 'bidi-control', severity: 'high', raw: true, pattern: /[\u202a-\u202e\u2066-\u2069]/ },
  { code: 'variation-selectors', severity: 'high', raw: true, pattern: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u },
  { code: 'invisible-text', severity: 'high', raw: true, pattern: /[\u200b-\u200d\u2060-\u2064\ufeff]{3}/ },
  // Emoji and some scripts need joiners. Next to a Latin letter, a joiner has no use but to hide text.
  {
    code: 'invisible-text',
    severity: 'medium',
    raw: true,
    pattern: /[\u200b\u2060-\u2064\u180e\u115f\u1160\u3164\uffa0]|(?<=.)\ufeff|\w[\u200c\u200d]|[\u200c\u200d]\w/s,
  },
  { code: 'hidden-by-space', severity: 'medium', raw: true, pattern: /(?<!\s)(?:\s{200,}|[^\S\n]{100,})(?=\S)/ },
  {
    code: 'encoded-text',
    severity: 'medium',
    raw: true,
    pattern:
      /(?<![A-Za-z0-9+/_-])(?!\S{0,99}\/(?:properties|items|anyOf|\$defs|definitions)\/)(?=[A-Za-z+/_-]{0,60}[0-9])(?=[0-9a-z+/_-]{0,60}[A-Z])(?=[0-9A-Z+/_-]{0,60}[a-z])[A-Za-z0-9+/_-]{100,}/,
  },
  {
    code: 'encoded-text',
    severity: 'medium',
    raw: true,
    pattern: /(?:%[0-9A-Fa-f]{2}){12}|(?:\\x[0-9A-Fa-f]{2}){8}|(?:\\u[0-9A-Fa-f]{4}){6}|(?:&#x?[0-9A-Fa-f]{2,6};){6}/,
  },
  { code: 'html-comment', severity: 'medium', pattern: /<!--(?!\[(?:if|endif)\b)/ },
  {
    code: 'instruction-tag',
    severity: 'high',
    pattern:
      /<\/?(?:important|system|system[-_ ](?:prompt|reminder|message|instructions?)|jailbreak)(?:[\s:][^<>]{0,80})?>/i,
  },
  // Case-sensitive: in lower case, tags such as `<secret>` are placeholders in command-line help.
  {
    code: 'instruction-tag',
    severity: 'high',
    pattern: /<\/?(?:SECRET|HIDDEN|ADMIN|ASSISTANT|OVERRIDE|CRITICAL|INSTRUCTIONS?)(?:[\s:][^<>]{0,80})?>/,
  },
  {
    code: 'instruction-tag',
    severity: 'high',
    pattern: /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/,
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern: phrase(
      '\\b(?:ignore|disregard|forget|override|bypass|neglect)\\b',
      '\\b(?:instructions?|prompts?|guidelines?|directives?|directions|rules)\\b',
      '\\b(?:previous|prior|above|earlier|preceding|foregoing|system|original|your|other|all)\\b',
    ),
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern: phrase(
      '\\b(?:ignorier\\w*|vergiss|vergesse\\w*|missachte\\w*|beachte)\\b',
      '(?:anweisungen|instruktionen|regeln|vorgaben)',
      '(?:vorherig\\w*|bisherig\\w*|obig\\w*|vorig\\w*|früher\\w*|alle)',
    ),
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern: phrase(
      '(?:ignore[zr]?|oublie[zr]?|ne tiens pas compte|ne tenez pas compte)',
      '(?:instructions|consignes|règles|directives)',
      '(?:précédent\\w*|antérieur\\w*|ci-dessus|toutes)',
    ),
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern: phrase(
      '(?:ignor[ae]\\w*|olvida\\w*|omite|haz caso omiso|esque[çc]a|desconsidere|dimentica\\w*)',
      '(?:instruc\\w+|indicaciones|reglas|istruzioni|regole|instruções|regras)',
      '(?:anterior\\w*|previ[ao]s|precedent\\w*|todas|tutte)',
    ),
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern: phrase(
      '(?:игнориру\\p{L}*|проигнориру\\p{L}*|забуд\\p{L}*|не обращай внимания)',
      '(?:инструкци\\p{L}*|указани\\p{L}*|правил\\p{L}*)',
      '(?:предыдущ\\p{L}*|прошл\\p{L}*|прежн\\p{L}*|все)',
    ),
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern: phrase(
      '(?:忽略|无视|無視|忘记|忘掉|不要理会)',
      '(?:指令|指示|说明|規則|规则|提示|要求)',
      '(?:之前|以上|先前|前面|所有|上述|此前)',
      10,
    ),
  },
  {
    code: 'overrides-instructions',
    severity: 'high',
    pattern:
      /(?:以前|これまで|上記|前)[^。\n]{0,8}(?:指示|命令|ルール|プロンプト)[^。\n]{0,8}(?:無視|忘れ)|(?:이전|위의|앞의|모든)[^.\n]{0,8}(?:지시|명령|규칙|프롬프트)[^.\n]{0,8}(?:무시|잊)|(?:تجاهل|انس)[^.\n]{0,20}(?:التعليمات|الأوامر)/,
  },
  {
    code: 'hides-from-user',
    severity: 'high',
    pattern:
      /\b(?:do not|don'?t|never|must not|should not|mustn'?t)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}?(?:tell|inform|notify|alert|warn|mention|reveal|disclose)\b[^.!?\n]{0,40}?\b(?:the |your |any |to )?(?:users?|human|person|operator)\b/i,
  },
  {
    code: 'hides-from-user',
    severity: 'high',
    pattern:
      /\bwithout\s{1,3}(?:telling|informing|notifying|alerting|letting)\s{1,3}(?:the |your |any )?(?:users?|human)\b|\b(?:hide|conceal|secret|hidden)\b[^.!?\n]{0,20}?\bfrom (?:the |your )?(?:users?|human)\b|\b(?:do not|don'?t|never) let (?:the |your )?(?:user|human) (?:know|see|notice)/i,
  },
  {
    code: 'hides-from-user',
    severity: 'high',
    pattern:
      /(?:sag\w{0,3}|verrat\w{0,3}|erzähl\w{0,3}) (?:es |das )?(?:dem|der|den) (?:be)?nutzer\w{0,3} (?:nichts|nicht)|ohne (?:den|die|dem) (?:be)?nutzer\w{0,3} zu (?:informieren|fragen|warnen)|(?:ne (?:le |la )?(?:dis|dites|révèle\w{0,2}|mentionne\w{0,2})|sans (?:en )?(?:informer|avertir|prévenir))[^.\n]{0,20}l['’]utilisateur|(?:no (?:se )?(?:lo )?(?:digas?|informes?|menciones?|reveles?)|sin (?:informar|avisar|decir)\w{0,3})[^.\n]{0,10} al usuario/i,
  },
  {
    code: 'hides-from-user',
    severity: 'high',
    pattern:
      /(?:不要|别|請勿|请勿|切勿)[^。\n]{0,4}(?:告诉|告知|通知|透露|提醒|告訴)[^。\n]{0,4}(?:用户|用戶|使用者)|ユーザーに[^。\n]{0,6}(?:言わない|知らせない|伝えない|教えない)|не (?:говори|сообщай|рассказывай)[^.\n]{0,12}пользовател/i,
  },
  {
    code: 'reads-secrets',
    severity: 'high',
    pattern:
      /\b(?:read|cat|open|load|send|include|attach|upload|copy|pass|paste|provide|fetch|retrieve|contents? of|content from)\b[^.!?\n]{0,60}?(?:~\/\.(?:ssh|aws|gnupg|netrc|cursor|kube|docker|config\/gcloud)|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)|\.git-credentials|claude_desktop_config|mcp\.json)/i,
  },
  {
    code: 'reads-secrets',
    severity: 'high',
    pattern:
      /\b(?:read|cat|open|send|attach|upload|paste|leak|exfiltrate)\b[^.!?\n]{0,40}?(?<![\w/-])\.env\b(?![^.!?\n]{0,60}(?:path|option))/i,
  },
  {
    code: 'reads-secrets',
    severity: 'high',
    pattern:
      /\b(?:send|include|attach|upload|paste|pass|append)\b[^.!?\n]{0,30}?\b(?:the user'?s?|your|all|any) (?:private keys?|ssh keys?|passwords?|credentials|api keys|secrets)\b/i,
  },
  {
    code: 'leaks-conversation',
    severity: 'high',
    pattern:
      /\b(?:send|forward|upload|include|append|pass|paste|copy|attach)\b[^.!?\n]{0,40}?\b(?:system prompt|(?:conversation|chat|message) history|(?:entire|whole|full|complete) (?:conversation|chat)|(?:all )?previous messages)\b/i,
  },
];
