import { findSimilarTools } from '@foldout/core';
import { Refusal } from './mail-command.ts';

export const POLICIES = ['open', 'contacts_only', 'block'] as const;
export const IMPORTANCES = ['low', 'normal', 'high', 'urgent'] as const;

export interface Agent {
  readonly name: string;
  program: string;
  model: string;
  task_description: string;
  contact_policy: (typeof POLICIES)[number];
  last_active_ts: string;
}

export interface Message {
  readonly id: number;
  readonly thread_id: string;
  readonly reply_to: number | null;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body_md: string;
  readonly importance: (typeof IMPORTANCES)[number];
  readonly ack_required: boolean;
  readonly created_ts: string;
  /** Recipient → time. The same for `acknowledged`. */
  readonly read: Map<string, string>;
  readonly acknowledged: Map<string, string>;
}

export interface Contact {
  readonly from: string;
  readonly to: string;
  status: 'pending' | 'approved' | 'rejected';
  reason: string;
  expires_ts: string;
}

/** A lease on files. It expires at `expires_ts` without being released. */
export interface Reservation {
  readonly id: number;
  readonly agent: string;
  readonly path_pattern: string;
  readonly exclusive: boolean;
  readonly reason: string;
  expires_ts: string;
  released_ts: string | null;
}

export interface Project {
  readonly human_key: string;
  readonly slug: string;
  readonly agents: Map<string, Agent>;
  readonly messages: Message[];
  readonly contacts: Contact[];
  readonly reservations: Reservation[];
  /** Repositories with the pre-commit guard. */
  readonly guarded: Set<string>;
}

/** Everything that the server holds, in memory. */
export interface Mail {
  readonly projects: Map<string, Project>;
  readonly now: () => Date;
}

export function openMail(now: () => Date = () => new Date()): Mail {
  return { projects: new Map(), now };
}

export const later = ({ now }: Mail, seconds = 0): string => new Date(now().getTime() + seconds * 1000).toISOString();

/** Finds a project by the path that was given to ensure_project, or by its slug. */
export function projectOf({ projects }: Mail, key: string): Project {
  const project = projects.get(key) ?? [...projects.values()].find(({ slug }) => slug === key);
  if (project) return project;
  throw new Refusal('PROJECT_NOT_FOUND', `There is no project '${key}'.`, 'Call ensure_project first.');
}

/** Names are compared without regard to letter case. */
export function agentOf({ agents }: Project, name: string): Agent {
  const agent = agents.get(name.toLowerCase());
  if (agent) return agent;
  const names = [...agents.values()].map((one) => one.name);
  const similar = findSimilarTools(name, names);
  const meant = similar.length > 0 ? `Did you mean '${similar[0]}'? ` : '';
  throw new Refusal(
    'AGENT_NOT_FOUND',
    `There is no agent '${name}'.`,
    `${meant}Agents: ${names.join(', ') || 'none'}.`,
  );
}

/** Finds the project and the agent that calls the command, and marks the agent as active. */
export function actor(mail: Mail, key: string, name: string): { project: Project; agent: Agent } {
  const project = projectOf(mail, key);
  const agent = agentOf(project, name);
  agent.last_active_ts = later(mail);
  return { project, agent };
}

export function messageOf({ messages }: Project, id: number): Message {
  const message = messages.find((one) => one.id === id);
  if (message) return message;
  throw new Refusal('MESSAGE_NOT_FOUND', `There is no message ${id}.`, 'Call fetch_inbox to see which there are.');
}

/** The public fields of a message: without bcc recipients and receipts. The body is optional. */
export function shown(
  { bcc: _bcc, read: _read, acknowledged: _acknowledged, body_md, ...rest }: Message,
  body = false,
) {
  return { ...rest, ...(body && { body_md }) };
}

export function activeReservations(mail: Mail, { reservations }: Project): Reservation[] {
  return reservations.filter(({ released_ts, expires_ts }) => released_ts === null && expires_ts > later(mail));
}
