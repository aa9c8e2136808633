import type { Command } from '@foldout/server';
import { contactCommands } from './commands/contacts.ts';
import { guardCommands } from './commands/guard.ts';
import { identityCommands } from './commands/identity.ts';
import { macroCommands } from './commands/macros.ts';
import { messagingCommands } from './commands/messaging.ts';
import { reservationCommands } from './commands/reservations.ts';
import { threadCommands } from './commands/threads.ts';
import { openMail } from './mail.ts';

/** Descriptions of the categories. Search uses these texts. */
export const categoryDescriptions: Readonly<Record<string, string>> = {
  infrastructure: 'The server itself, projects, and the git hook that guards reserved files.',
  identity: 'Who the agents of a project are: names, programs, models, tasks, activity.',
  messaging: 'Sending, answering, reading and acknowledging mail between agents.',
  search: 'Finding old messages and summarizing threads.',
  contact: 'Who may write to whom: requests, approvals, policies.',
  file_reservations: 'Leases on files and globs, so that agents do not edit the same code.',
  workflow_macros: 'Several steps in one call: starting a session, joining a thread, reserving, introducing.',
};

/** Core mode lists only these tools, which agents need for basic coordination. Agents find the others by search. */
export const CORE_TOOLS: readonly string[] = [
  'health_check',
  'ensure_project',
  'register_agent',
  'whois',
  'send_message',
  'reply_message',
  'fetch_inbox',
  'mark_message_read',
];

/** Every command, over the mail of one server. */
export function mailCommands(mail = openMail()): Command[] {
  const areas = [
    identityCommands,
    messagingCommands,
    threadCommands,
    contactCommands,
    reservationCommands,
    macroCommands,
    guardCommands,
  ];
  return areas.flatMap((commandsOf) => commandsOf(mail));
}
