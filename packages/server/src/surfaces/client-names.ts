import { CLIENTS, type ClientFacts } from '@foldout/clients';

/** The longest name of an MCP tool that all vendors of models accept. */
const MAX_VENDOR_NAME = 64;
/** Room for the name under which a user adds this server to a client. The client puts it before the name of each tool. */
const MAX_SERVER_PREFIX = 12;

const FACTS = CLIENTS.flatMap(({ facts }) => (facts ? [facts] : []));

/** The longest listed name: within the limit of every client together with the client's own prefix. */
export const MAX_NAME = Math.min(MAX_VENDOR_NAME, ...FACTS.map(roomForName));

/** Names of this form reach the model unchanged in every client. */
export const LEGAL_NAME = new RegExp(`^[a-zA-Z0-9_-]{1,${MAX_NAME}}$`);

const OWN_TOOLS = new Set(FACTS.flatMap(({ ownToolNames = [] }) => ownToolNames));
const REPLACED = FACTS.flatMap(({ replacedInNames = {} }) => Object.entries(replacedInNames));

/** Whether a listed tool of this name would shadow a tool of a client that adds no prefix to names. */
export function isOwnToolOfClient(name: string): boolean {
  return OWN_TOOLS.has(name);
}

/** A form of the name that is equal for two names if a client makes the same name of both. */
export function sameInClients(name: string): string {
  return REPLACED.reduce((text, [from, to]) => text.replaceAll(from, to), name);
}

/** The name that the model sees in a client where this server is called `server`. */
export function nameInClient(
  { modelName = '{tool}', replacedInNames = {} }: ClientFacts,
  server: string,
  name: string,
): string {
  const kept = Object.entries(replacedInNames).reduce((text, [from, to]) => text.replaceAll(from, to), name);
  return modelName.replace('{server}', server).replace('{tool}', kept);
}

function roomForName(facts: ClientFacts): number {
  const { maxNameLength = Number.POSITIVE_INFINITY } = facts;
  return maxNameLength - nameInClient(facts, 'x'.repeat(MAX_SERVER_PREFIX), '').length;
}
