import { join } from 'node:path';
import { type AgentRecipe, type Launch, onNode, type Place, SERVER, write } from '../recipe.ts';

/** With a model that Codex does not know: it sends every listed tool. */
export const codex: AgentRecipe = {
  id: 'codex',
  title: 'Codex',
  packages: ['@openai/codex'],
  node: 16,
  canWait: true,
  connects: 'codex',
  status: { args: ['mcp', 'list'], shows: /foldout .*enabled/ },
  launch: (place, prompt) => launch(place, prompt, 'scripted'),
};

/** With a model that Codex knows: it defers the tools, and the model searches them. */
export const codexBundled: AgentRecipe = {
  ...codex,
  id: 'codex-bundled',
  title: 'Codex (bundled model)',
  launch: (place, prompt) => launch(place, prompt, 'gpt-5.5'),
};

function launch(place: Place, prompt: string, modelName: string): Launch {
  const { gateway, home, model } = place;
  const folder = join(home, '.codex');
  const server =
    'url' in gateway
      ? [`url = ${toml(gateway.url)}`]
      : [`command = ${toml(gateway.command)}`, `args = ${toml(gateway.args)}`];
  const lines = [
    `model = ${toml(modelName)}`,
    'model_provider = "scripted"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    // Plugins and apps are fetched from the vendor's servers at the start.
    '[features]',
    'plugins = false',
    'apps = false',
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = ${toml(`${model}/v1`)}`,
    'wire_api = "responses"',
    'env_key = "SCRIPTED_KEY"',
    ...(place.connected ? [] : [`[mcp_servers.${SERVER}]`, ...server]),
    ...(place.patient && !place.connected ? ['required = true', 'startup_timeout_sec = 30'] : []),
  ];
  write(join(folder, 'config.toml'), `${lines.join('\n')}\n`);
  const waits = ['required=true', 'startup_timeout_sec=30'].flatMap((one) => ['-c', `mcp_servers.${SERVER}.${one}`]);
  const { command, args } = onNode(place, '@openai/codex', 'bin', 'codex.js');
  return {
    command,
    args: [...args, 'exec', '--skip-git-repo-check', ...(place.patient && place.connected ? waits : []), prompt],
    env: { CODEX_HOME: folder, SCRIPTED_KEY: 'x' },
  };
}

/** Strings and lists of strings are written alike in JSON and TOML. */
function toml(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
