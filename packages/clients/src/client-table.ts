import type { Client, ConfiguredClient, ConnectableClient, MeasuredClient } from './client.ts';
import { fiveIre } from './clients/5ire.ts';
import { amazonQ } from './clients/amazon-q.ts';
import { amp } from './clients/amp.ts';
import { antigravity } from './clients/antigravity.ts';
import { augment } from './clients/augment.ts';
import { boltAi } from './clients/boltai.ts';
import { chatGpt } from './clients/chatgpt.ts';
import { cherryStudio } from './clients/cherry-studio.ts';
import { claudeAi } from './clients/claude-ai.ts';
import { claudeCode } from './clients/claude-code.ts';
import { claudeDesktop } from './clients/claude-desktop.ts';
import { cline } from './clients/cline.ts';
import { codex } from './clients/codex.ts';
import { continueCli } from './clients/continue.ts';
import { copilotCli } from './clients/copilot-cli.ts';
import { crush } from './clients/crush.ts';
import { cursor } from './clients/cursor.ts';
import { factory } from './clients/factory.ts';
import { foldout } from './clients/foldout.ts';
import { geminiCli } from './clients/gemini-cli.ts';
import { goose } from './clients/goose.ts';
import { jetBrains } from './clients/jetbrains.ts';
import { junie } from './clients/junie.ts';
import { kiloCode } from './clients/kilo-code.ts';
import { kimiCode } from './clients/kimi-code.ts';
import { kiro } from './clients/kiro.ts';
import { libreChat } from './clients/librechat.ts';
import { lmStudio } from './clients/lm-studio.ts';
import { mcporter } from './clients/mcporter.ts';
import { openWebUi } from './clients/open-webui.ts';
import { opencode } from './clients/opencode.ts';
import { other } from './clients/other.ts';
import { qwenCode } from './clients/qwen-code.ts';
import { raycast } from './clients/raycast.ts';
import { rooCode } from './clients/roo-code.ts';
import { tabnine } from './clients/tabnine.ts';
import { trae } from './clients/trae.ts';
import { vercelAiSdk } from './clients/vercel-ai-sdk.ts';
import { visualStudio } from './clients/visual-studio.ts';
import { vsCodium, vscode, vscodeInsiders } from './clients/vscode.ts';
import { warp } from './clients/warp.ts';
import { windsurf } from './clients/windsurf.ts';
import { witsy } from './clients/witsy.ts';
import { zed } from './clients/zed.ts';
import type { JsonObject } from './json.ts';
import type { Machine } from './machine.ts';

/** Every known client, in import order: if two clients use one name for different servers, the later client's server is renamed. */
export const CLIENTS: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  windsurf,
  vscode,
  vscodeInsiders,
  vsCodium,
  codex,
  opencode,
  claudeAi,
  geminiCli,
  copilotCli,
  qwenCode,
  cline,
  continueCli,
  kimiCode,
  zed,
  rooCode,
  kiloCode,
  goose,
  kiro,
  lmStudio,
  amp,
  warp,
  junie,
  jetBrains,
  factory,
  trae,
  crush,
  libreChat,
  openWebUi,
  antigravity,
  fiveIre,
  cherryStudio,
  boltAi,
  raycast,
  witsy,
  visualStudio,
  augment,
  tabnine,
  amazonQ,
  vercelAiSdk,
  mcporter,
  chatGpt,
  foldout,
];

/** The clients whose servers can be imported. */
export const CONFIGURED_CLIENTS: readonly ConfiguredClient[] = CLIENTS.filter(isConfigured);

/** The clients that `foldout connect` can add Foldout to. */
export const CONNECTABLE_CLIENTS: readonly ConnectableClient[] = CLIENTS.filter(isConnectable);

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
    const parts = file.split('/');
    files.add(parts.at(-1) ?? '');
    const [, , folder = '', ...below] = project ? parts : [];
    if (below.length === 1) folders.add(folder);
  }
  return { files, folders };
}

function isMeasured(client: Client): client is MeasuredClient {
  return client.facts !== undefined;
}

function isConfigured(client: Client): client is ConfiguredClient {
  return client.config !== undefined;
}

function isConnectable(client: Client): client is ConnectableClient {
  return client.connection !== undefined;
}
