import type { z } from 'zod';
import type { Mail } from '../mail.ts';
import type { Agent, Message, Recipient } from '../records.ts';
import type { inboxShape } from '../shapes.ts';
import { showMessage } from './messages.ts';

export interface InboxFilter {
  readonly limit: number;
  readonly urgent_only?: boolean;
  readonly unread_only?: boolean;
  readonly include_bodies?: boolean;
  readonly since_ts?: string | undefined;
}

/** The newest messages first. Reading an inbox marks nothing as read. */
export function readInbox(mail: Mail, agent: Agent, filter: InboxFilter): z.infer<typeof inboxShape> {
  const { limit, urgent_only = false, unread_only = false, include_bodies = false, since_ts } = filter;
  const conditions = [
    'r.agent_id = ?',
    'm.created_ts > ?',
    ...(urgent_only ? ["m.importance IN ('high', 'urgent')"] : []),
    ...(unread_only ? ['r.read_ts IS NULL'] : []),
  ];
  const since = since_ts === undefined ? '' : new Date(since_ts).toISOString();
  const rows = mail.db.all<Message & Recipient>(
    `SELECT m.*, r.kind, r.read_ts, r.ack_ts FROM recipients r JOIN messages m ON m.id = r.message_id
     WHERE ${conditions.join(' AND ')} ORDER BY m.created_ts DESC, m.id DESC LIMIT ?`,
    agent.id,
    since,
    limit + 1,
  );
  const messages = rows.slice(0, limit).map((row) => {
    const { kind, read_ts, ack_ts } = row;
    return { ...showMessage(mail, row, include_bodies), kind, read_ts, ack_ts };
  });
  return { messages, returned: messages.length, unread: unreadOf(mail, agent), has_more: rows.length > limit };
}

export function unreadOf({ db }: Mail, agent: Agent): number {
  return db.count('SELECT count(*) AS n FROM recipients WHERE agent_id = ? AND read_ts IS NULL', agent.id);
}
