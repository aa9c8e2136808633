import { asObject, type JsonObject } from '@foldout/clients/internal';
import { describeServer, type GatewayConfig, type ServerConfig } from '@foldout/gateway';
import {
  type Administration,
  AdministrationError,
  type PlannedServer,
  type WantedChange,
  type WantedServer,
} from '@foldout/gateway/internal';
import { openSecretStore } from '@foldout/gateway/internal/catalog';
import { putAnswers } from '../adding/answers.ts';
import type { NewServer } from '../adding/source.ts';
import { CliError } from '../output/fail.ts';
import { ConfigChanges } from './config-changes.ts';

export interface AdministrationOptions {
  readonly file: string | undefined;
  readonly config: () => GatewayConfig;
  readonly stateFolder: () => string;
}

/** What the dashboard changes, by the code of `foldout add`, `edit`, `enable`, `disable` and `remove`. */
export function openAdministration({ file, config, stateFolder }: AdministrationOptions): Administration {
  const secrets = () => openSecretStore(stateFolder());
  const changes = new ConfigChanges({ file, config, secrets });
  const wantedOf = async (wanted: WantedServer) => {
    const source = await sourceIn(wanted);
    const name = wanted.name || source.name;
    const answered = putAnswers(withFields(source.server, wanted), name, source.needs, wanted.answers ?? {});
    const change: WantedChange = { section: 'mcpServers', name, fields: [{ path: [], value: answered.stored }] };
    return { source, name, answered, change };
  };
  const refuseKnown = (name: string): void => {
    if (!changes.read().servers.some((one) => one.name === name)) return;
    throw new AdministrationError(`There is a server '${name}' already. Choose another name.`);
  };
  return {
    read: async () => changes.read(),
    plan: async (change) => changes.plan(change),
    write: (change, seen, by) => changes.write(change, seen, by),
    undo: (id, by) => changes.undo(id, by),
    planServer: async (wanted): Promise<PlannedServer> => {
      const { source, name, answered, change } = await wantedOf(wanted);
      refuseKnown(name);
      const how = describeServer(answered.stored as ServerConfig);
      return { ...changes.plan(change), name, how, needs: needsOf(source) };
    },
    tryServer: async (wanted) => {
      const { name, answered } = await wantedOf(wanted);
      const { tryServer } = await import('../adding/try-server.ts');
      try {
        const { tools, status } = await tryServer(name, answered.server, (work) => work());
        return { tools, problem: status?.lastError, todo: status?.todo };
      } catch (error) {
        throw new AdministrationError(error instanceof Error ? error.message : String(error));
      }
    },
    addServer: async (wanted, seen, by) => {
      const { name, answered, change } = await wantedOf(wanted);
      refuseKnown(name);
      return changes.write(change, seen, by, answered.secrets);
    },
  };
}

async function sourceIn({ source }: WantedServer): Promise<NewServer> {
  const { sourceOf } = await import('../adding/source.ts');
  try {
    return await sourceOf([source.trim()], undefined);
  } catch (error) {
    if (error instanceof CliError) throw new AdministrationError(error.message);
    throw error;
  }
}

function withFields(server: JsonObject, { env = {}, headers = {} }: WantedServer): JsonObject {
  const merged = (field: string, more: Readonly<Record<string, string>>) =>
    Object.keys(more).length > 0 ? { [field]: { ...asObject(server[field]), ...more } } : {};
  return { ...server, ...merged('env', env), ...merged('headers', headers) };
}

/** Variables that this process already has need no value. */
function needsOf({ needs }: NewServer): PlannedServer['needs'] {
  return needs
    .filter(({ name }) => process.env[name] === undefined)
    .map(({ name, description, isSecret }) => ({ name, description, isSecret }));
}
