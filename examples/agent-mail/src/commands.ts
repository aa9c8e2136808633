import type { Command } from '@foldout/server';
import { listContacts, setContactPolicy } from './commands/contact-book.ts';
import { requestContact, respondContact } from './commands/contact-requests.ts';
import { installPrecommitGuard, uninstallPrecommitGuard } from './commands/guard.ts';
import { createAgentIdentity, registerAgent, whois } from './commands/identity.ts';
import { acknowledgeMessage, fetchInbox, markMessageRead } from './commands/inbox.ts';
import { ensureProject, healthCheck } from './commands/infrastructure.ts';
import { macroContactHandshake, macroFileReservationCycle } from './commands/macro-coordination.ts';
import { macroPrepareThread, macroStartSession } from './commands/macro-sessions.ts';
import { forceReleaseFileReservation, releaseFileReservations } from './commands/reservation-release.ts';
import { fileReservationPaths, renewFileReservations } from './commands/reservations.ts';
import { searchMessages } from './commands/search.ts';
import { replyMessage, sendMessage } from './commands/sending.ts';
import { summarizeThread, summarizeThreads } from './commands/summaries.ts';
import type { MailDatabase } from './mail-database.ts';

/** What each category is about; it takes part in search. */
export const categoryDescriptions: Readonly<Record<string, string>> = {
  infrastructure: 'The server itself, projects, and the git hook that guards reserved files.',
  identity: 'Who the agents of a project are: names, programs, models, tasks, activity.',
  messaging: 'Sending, answering, reading and acknowledging mail between agents.',
  search: 'Finding old messages and summarizing threads.',
  contact: 'Who may write to whom: requests, approvals, policies.',
  file_reservations: 'Leases on files and globs, so that agents do not edit the same code.',
  workflow_macros: 'Several steps in one call: starting a session, joining a thread, reserving, introducing.',
};

/** The tools that agents need for basic coordination; all others can be looked up when they are needed. */
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

/** Every command of the mail server, over one database: the core tools first. */
export function mailCommands(db: MailDatabase, clock: () => Date = () => new Date()): Command[] {
  const mail = { db, now: () => clock().toISOString() };
  const all = [
    healthCheck,
    ensureProject,
    registerAgent,
    whois,
    sendMessage,
    replyMessage,
    fetchInbox,
    markMessageRead,
    acknowledgeMessage,
    searchMessages,
    summarizeThread,
    summarizeThreads,
    createAgentIdentity,
    requestContact,
    respondContact,
    listContacts,
    setContactPolicy,
    fileReservationPaths,
    releaseFileReservations,
    forceReleaseFileReservation,
    renewFileReservations,
    macroStartSession,
    macroPrepareThread,
    macroFileReservationCycle,
    macroContactHandshake,
    installPrecommitGuard,
    uninstallPrecommitGuard,
  ];
  return all.map((make) => make(mail));
}
