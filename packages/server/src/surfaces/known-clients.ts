/** What is known of a client, by the name it gives itself. Measured or read in its source; see docs/reference/clients.md. */
export interface KnownClient {
  readonly name: string;
  /** Matches `clientInfo.name`, whatever its case. */
  readonly pattern: RegExp;
  /** It defers and searches tools by itself: a second search in front of it only hides names and permissions. */
  readonly ownToolSearch: boolean;
  readonly honoursListChanged: boolean;
  /** More tools than this are refused or dropped. */
  readonly maxTools?: number;
  /** Longer names are refused or cut; the host's own prefix may count too. */
  readonly maxNameLength?: number;
}

export const KNOWN_CLIENTS: readonly KnownClient[] = [
  {
    name: 'Claude Code',
    pattern: /^claude-code/i,
    ownToolSearch: true,
    honoursListChanged: true,
    maxNameLength: 64,
  },
  { name: 'Codex', pattern: /^codex/i, ownToolSearch: true, honoursListChanged: false, maxNameLength: 64 },
  { name: 'claude.ai', pattern: /^(claude-ai|anthropic\/claudeai)/i, ownToolSearch: false, honoursListChanged: false },
  {
    name: 'VS Code',
    pattern: /^visual studio code|^vscode/i,
    ownToolSearch: false,
    honoursListChanged: true,
    maxTools: 128,
  },
  {
    name: 'Cursor',
    pattern: /^cursor/i,
    ownToolSearch: false,
    honoursListChanged: false,
    maxTools: 40,
    maxNameLength: 60,
  },
  {
    name: 'Gemini CLI',
    pattern: /^gemini-cli/i,
    ownToolSearch: false,
    honoursListChanged: true,
    maxNameLength: 63,
  },
  { name: 'OpenCode', pattern: /^opencode/i, ownToolSearch: false, honoursListChanged: true },
  { name: 'Vercel AI SDK', pattern: /^ai-sdk/i, ownToolSearch: false, honoursListChanged: false },
  {
    name: 'ChatGPT',
    pattern: /^openai-mcp/i,
    ownToolSearch: false,
    honoursListChanged: false,
    maxTools: 128,
    maxNameLength: 64,
  },
];

export function knownClient(name: string | undefined): KnownClient | undefined {
  return name === undefined ? undefined : KNOWN_CLIENTS.find((client) => client.pattern.test(name));
}
