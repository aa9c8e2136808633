import type { Mail } from '../mail.ts';
import type { Agent, Importance, Message, Project, Recipient, RecipientKind } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { MessageView } from '../shapes.ts';
import { findAgent, noteActivity } from './agents.ts';

export interface Addressee {
  readonly agent: Agent;
  readonly kind: RecipientKind;
}

interface Draft {
  readonly sender: Agent;
  readonly addressees: readonly Addressee[];
  readonly subject: string;
  readonly body_md: string;
  readonly importance?: Importance | undefined;
  readonly ack_required?: boolean | undefined;
  readonly thread_id?: string | undefined;
  readonly reply_to?: number | undefined;
}

/** Names become agents. Who is named twice gets one copy, of the kind named first. */
export function addresseesOf(
  mail: Mail,
  project: Project,
  names: { readonly [Kind in RecipientKind]?: readonly string[] | undefined },
): Addressee[] {
  const found = new Map<number, Addressee>();
  for (const kind of ['to', 'cc', 'bcc'] as const) {
    for (const name of names[kind] ?? []) {
      const agent = findAgent(mail, project, name);
      if (!found.has(agent.id)) found.set(agent.id, { agent, kind });
    }
  }
  return [...found.values()];
}

/** Stores a message and puts it into the inboxes. Whether it may be sent is decided before, in `delivery.ts`. */
export function deliver(mail: Mail, project: Project, draft: Draft): Message {
  const { db } = mail;
  const { sender, addressees, subject, body_md, importance = 'normal', ack_required = false, reply_to = null } = draft;
  const stored = db.insert('messages', {
    project_id: project.id,
    sender_id: sender.id,
    thread_id: draft.thread_id ?? '',
    reply_to,
    subject,
    body_md,
    importance,
    ack_required: Number(ack_required),
    created_ts: mail.now(),
  });
  // A message without a thread starts one, named after its number.
  const thread_id = draft.thread_id ?? `msg-${stored.id}`;
  if (draft.thread_id === undefined) db.run('UPDATE messages SET thread_id = ? WHERE id = ?', thread_id, stored.id);
  db.run('INSERT INTO message_words (rowid, subject, body_md) VALUES (?, ?, ?)', stored.id, subject, body_md);
  for (const { agent, kind } of addressees) {
    db.insert('recipients', { message_id: stored.id, agent_id: agent.id, kind, read_ts: null, ack_ts: null });
  }
  noteActivity(mail, sender);
  return { ...stored, thread_id };
}

export function findMessage(mail: Mail, project: Project, id: number, reader: Agent): Message {
  const message = mail.db.first<Message>('SELECT * FROM messages WHERE id = ? AND project_id = ?', id, project.id);
  if (message) return message;
  throw new Refusal(
    'MESSAGE_NOT_FOUND',
    `There is no message ${id} in project '${project.human_key}'.`,
    `${latestFor(mail, reader)} Call fetch_inbox to see them.`,
    { message_id: id },
  );
}

export function receiptOf(mail: Mail, message: Message, agent: Agent): Recipient | undefined {
  const sql = 'SELECT * FROM recipients WHERE message_id = ? AND agent_id = ?';
  return mail.db.first<Recipient>(sql, message.id, agent.id);
}

/** Sets what is not set yet: the first reading and the first acknowledgement count. */
export function markReceipt(mail: Mail, project: Project, id: number, agent: Agent, acknowledge: boolean) {
  const message = findMessage(mail, project, id, agent);
  const receipt = receiptOf(mail, message, agent);
  if (!receipt) {
    throw new Refusal(
      'NOT_A_RECIPIENT',
      `Message ${id} was not sent to '${agent.name}'.`,
      `Only its recipients can mark it. ${latestFor(mail, agent)}`,
      { message_id: id },
    );
  }
  const read_ts = receipt.read_ts ?? mail.now();
  const ack_ts = acknowledge ? (receipt.ack_ts ?? mail.now()) : receipt.ack_ts;
  const sql = 'UPDATE recipients SET read_ts = ?, ack_ts = ? WHERE message_id = ? AND agent_id = ?';
  mail.db.run(sql, read_ts, ack_ts, id, agent.id);
  noteActivity(mail, agent);
  return { message_id: id, read_ts, ack_ts };
}

/** A message as everybody may see it: with its copies, without its blind copies. */
export function showMessage({ db }: Mail, message: Message, withBody = true): MessageView {
  const { id, thread_id, reply_to, subject, importance, created_ts, body_md } = message;
  const sender = db.first<{ name: string }>('SELECT name FROM agents WHERE id = ?', message.sender_id);
  const sql = 'SELECT a.name, r.kind FROM recipients r JOIN agents a ON a.id = r.agent_id WHERE r.message_id = ?';
  const named = db.all<{ name: string; kind: RecipientKind }>(`${sql} ORDER BY r.id`, id);
  const only = (kind: RecipientKind) => named.filter((one) => one.kind === kind).map(({ name }) => name);
  const people = { from: sender?.name ?? '', to: only('to'), cc: only('cc') };
  const state = { subject, importance, ack_required: message.ack_required === 1, created_ts };
  return { id, thread_id, reply_to, ...people, ...state, ...(withBody && { body_md }) };
}

function latestFor({ db }: Mail, agent: Agent): string {
  const sql = 'SELECT message_id FROM recipients WHERE agent_id = ? ORDER BY message_id DESC LIMIT 3';
  const ids = db.all<{ message_id: number }>(sql, agent.id).map((row) => row.message_id);
  return ids.length > 0
    ? `The latest messages to '${agent.name}' are ${ids.join(', ')}.`
    : `The inbox of '${agent.name}' is empty.`;
}
