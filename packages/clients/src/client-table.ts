import type { Client, ConfiguredClient, Machine, MeasuredClient } from './client.ts';
import { chatGpt } from './clients/chatgpt.ts';
import { claudeAi } from './clients/claude-ai.ts';
import { claudeCode } from './clients/claude-code.ts';
import { claudeDesktop } from './clients/claude-desktop.ts';
import { cline } from './clients/cline.ts';
import { codex } from './clients/codex.ts';
import { continueCli } from './clients/continue.ts';
import { copilotCli } from './clients/copilot-cli.ts';
import { cursor } from './clients/cursor.ts';
import { geminiCli } from './clients/gemini-cli.ts';
import { kimiCode } from './clients/kimi-code.ts';
import { mcporter } from './clients/mcporter.ts';
import { opencode } from './clients/opencode.ts';
import { other } from './clients/other.ts';
import { qwenCode } from './clients/qwen-code.ts';
import { vercelAiSdk } from './clients/vercel-ai-sdk.ts';
import { vscode } from './clients/vscode.ts';
import { windsurf } from './clients/windsurf.ts';
import type { JsonObject } from './json.ts';

/** Every known client. If two clients give one name to different servers, an import renames the later client's. */
export const CLIENTS: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  windsurf,
  vscode,
  codex,
  opencode,
  claudeAi,
  geminiCli,
  copilotCli,
  qwenCode,
  cline,
  continueCli,
  kimiCode,
  vercelAiSdk,
  mcporter,
  chatGpt,
];

/** The clients whose servers can be imported. */
export const CONFIGURED_CLIENTS: readonly ConfiguredClient[] = CLIENTS.filter(isConfigured);

/** The client that reports this name (`clientInfo.name`), with its measured facts. */
export function knownClient(name: string | undefined): MeasuredClient | undefined {
  return name === undefined ? undefined : CLIENTS.filter(isMeasured).find(({ facts }) => facts.names.test(name));
}

/** The client that a file belongs to: by the file's path, else by its content. */
export function clientOfFile(file: string, root: JsonObject): ConfiguredClient {
  const path = file.replaceAll('\\', '/');
  return (
    CONFIGURED_CLIENTS.find(({ config }) => config.ownsPath?.(path)) ??
    CONFIGURED_CLIENTS.find(({ config }) => config.ownsContent?.(root)) ??
    other
  );
}

const ANY_MACHINE: Machine = { platform: 'linux', home: '/home', cwd: '/project', env: {} };

/** The names of all clients' files (`mcp.json`) and of the folders in a project that hold them (`.vscode`). */
export function clientFileNames(): { readonly files: ReadonlySet<string>; readonly folders: ReadonlySet<string> } {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { file, project } of CONFIGURED_CLIENTS.flatMap(({ config }) => config.files(ANY_MACHINE))) {
    const [folder = '', name = ''] = file.split('/').slice(-2);
    files.add(name);
    if (project && folder !== 'project') folders.add(folder);
  }
  return { files, folders };
}

function isMeasured(client: Client): client is MeasuredClient {
  return client.facts !== undefined;
}

function isConfigured(client: Client): client is ConfiguredClient {
  return client.config !== undefined;
}
