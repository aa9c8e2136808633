import { type Agent, agentOf, type Contact, later, type Mail, type Message, type Project, shown } from './mail.ts';
import { Refusal } from './mail-command.ts';

export const between = ({ contacts }: Project, a: string, b: string): Contact | undefined =>
  contacts.find(({ from, to }) => (from === a && to === b) || (from === b && to === a));

/** Throws if the contact policy of the recipient rejects the message. A reply to the recipient is always allowed. */
function mayWrite(mail: Mail, project: Project, from: Agent, to: Agent, replyTo: number | null): void {
  const contact = between(project, from.name, to.name);
  const isReply =
    replyTo !== null && project.messages.some(({ id, from: author }) => id === replyTo && author === to.name);
  const isContact = contact?.status === 'approved' && contact.expires_ts > later(mail);
  const isRejected = contact?.status === 'rejected' && contact.from === from.name;
  if (from === to || isReply) return;
  if (!isRejected && (to.contact_policy === 'open' || (isContact && to.contact_policy !== 'block'))) return;
  const message = `'${to.name}' does not accept messages from '${from.name}'.`;
  throw new Refusal('CONTACT_REQUIRED', message, 'Call request_contact and wait until the request is approved.');
}

type Draft = Pick<Message, 'to' | 'subject' | 'body_md'> & Partial<Message>;

/** Delivers to all recipients. If one recipient rejects the message, no recipient gets it. */
export function deliver(mail: Mail, project: Project, from: Agent, draft: Draft, ignorePolicy = false): Message {
  const names = (list: readonly string[] = []) => [...new Set(list.map((name) => agentOf(project, name).name))];
  const [to, cc, bcc] = [names(draft.to), names(draft.cc), names(draft.bcc)];
  if (to.length + cc.length + bcc.length === 0) {
    throw new Refusal('NO_RECIPIENTS', 'The message has no recipient.', 'Name at least one agent in to.');
  }
  for (const name of ignorePolicy ? [] : [...to, ...cc, ...bcc]) {
    mayWrite(mail, project, from, agentOf(project, name), draft.reply_to ?? null);
  }
  const id = project.messages.length + 1;
  const message: Message = {
    id,
    thread_id: draft.thread_id ?? `msg-${id}`,
    reply_to: draft.reply_to ?? null,
    from: from.name,
    to,
    cc,
    bcc,
    subject: draft.subject,
    body_md: draft.body_md,
    importance: draft.importance ?? 'normal',
    ack_required: draft.ack_required ?? false,
    created_ts: later(mail),
    read: new Map(),
    acknowledged: new Map(),
  };
  project.messages.push(message);
  return message;
}

/** Newest first. */
export function inboxOf({ messages }: Project, name: string): Message[] {
  return messages.filter(({ to, cc, bcc }) => [...to, ...cc, ...bcc].includes(name)).reverse();
}

export const inboxView = (project: Project, name: string, most: number, body = false) =>
  inboxOf(project, name)
    .slice(0, most)
    .map((message) => ({
      ...shown(message, body),
      read_ts: message.read.get(name) ?? null,
      ack_ts: message.acknowledged.get(name) ?? null,
    }));
