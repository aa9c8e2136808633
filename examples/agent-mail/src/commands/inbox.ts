import { z } from 'zod';
import { actingAgent, inboxLimit, projectKey, rowId, time } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { participant } from '../rules/agents.ts';
import { readInbox } from '../rules/inbox.ts';
import { markReceipt } from '../rules/messages.ts';
import { inboxShape, receiptShape } from '../shapes.ts';

const RECEIPT_ERRORS = ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_A_RECIPIENT'];

const receiptInput = z.object({
  project_key: projectKey,
  agent_name: actingAgent,
  message_id: rowId.describe('Number of a message in your inbox, as fetch_inbox shows it.'),
});

const receiptExample = { project_key: '/data/projects/backend', agent_name: 'BackendDev', message_id: 42 };

export const fetchInbox = mailCommand({
  name: 'fetch_inbox',
  summary: 'Read the newest messages in the inbox of an agent.',
  description: `
    Read the inbox of an agent, newest messages first. Fetching only looks: it marks nothing as read and changes no
    state, so it can be repeated freely. Call it when a session starts, between the steps of a longer task, and before
    each commit; mail is never pushed to you.

    By default the answer holds 20 messages without their bodies: sender, recipients, subject, thread, importance,
    whether an acknowledgement is wanted, and when you read and acknowledged them. That is enough to decide what to look
    at. Set include_bodies for the texts, best together with a small limit, unread_only or since_ts, because bodies may
    be long. For a long conversation summarize_thread is cheaper than all of its bodies.

    Filters combine: urgent_only keeps importance "high" and "urgent", unread_only drops what has been marked, since_ts
    keeps what was sent after a time. To poll, remember the created_ts of the newest message and give it as since_ts
    next time. Returns messages, returned, unread (in the whole inbox, whatever the filters) and has_more; there is no
    offset, so raise limit (at most 100) or narrow the filters to see older ones.

    Pitfalls:
    - A message stays unread until you call mark_message_read or acknowledge_message for it.
    - Where ack_required is true and ack_ts is null, the sender is waiting: call acknowledge_message.
    - Messages that you sent are not in your inbox, unless you were among the recipients; find them with search_messages.`,
  category: 'messaging',
  tags: ['core', 'read'],
  aliases: ['check mail', 'new messages', 'unread', 'read mail', 'poll'],
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND'],
  relatedTools: ['mark_message_read', 'acknowledge_message', 'reply_message', 'summarize_thread'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    limit: inboxLimit.default(20).describe('Most messages to return, 1 to 100. Default 20.'),
    urgent_only: z.boolean().default(false).describe('Only importance "high" and "urgent". Default false.'),
    unread_only: z.boolean().default(false).describe('Only messages that are not marked as read. Default false.'),
    include_bodies: z.boolean().default(false).describe('Add body_md to each message. Default false.'),
    since_ts: time.optional().describe('Only messages sent after this time, such as "2025-11-03T14:00:00Z".'),
  }),
  output: inboxShape,
  examples: [
    { title: 'What is new?', input: { project_key: '/data/projects/backend', agent_name: 'BackendDev' } },
    {
      title: 'Urgent mail with its text',
      input: {
        project_key: '/data/projects/backend',
        agent_name: 'BackendDev',
        urgent_only: true,
        unread_only: true,
        include_bodies: true,
        limit: 5,
      },
    },
  ],
  run(mail, { project_key, agent_name, ...filter }) {
    const { agent } = participant(mail, project_key, agent_name);
    const inbox = readInbox(mail, agent, filter);
    return answer(inbox, `Returned ${inbox.returned} messages; ${inbox.unread} are unread in all.`);
  },
});

export const markMessageRead = mailCommand({
  name: 'mark_message_read',
  summary: 'Mark a message in your inbox as read.',
  description: `
    Mark one message as read for one recipient. It sets read_ts to the present time, and only the first call does: a
    message that has been read keeps its time, so repeating the call is harmless. Other recipients of the same message
    are not affected; each has a reading time of its own.

    Use it as soon as you have taken in a message, so that unread_only and the unread count of fetch_inbox show what is
    really left. Reading is private bookkeeping and promises nothing. Where the message has ack_required, or where the
    sender should know that you have seen and accepted it, call acknowledge_message instead: it marks as read as well.

    Returns message_id, read_ts and ack_ts (null while unacknowledged). Pitfalls:
    - One message per call. There is no way to mark a whole thread or inbox, on purpose: unread mail should be looked at.
    - NOT_A_RECIPIENT means that the message exists but was not sent to you; its author cannot mark it either.
    - MESSAGE_NOT_FOUND means that no message of this project has that number; the suggestion lists your latest ones.
    - It cannot be undone: no tool makes a message unread again.`,
  category: 'messaging',
  tags: ['core', 'state'],
  aliases: ['seen', 'read receipt', 'clear unread'],
  mutation: true,
  executionTime: 'instant',
  annotations: { idempotentHint: true },
  errors: RECEIPT_ERRORS,
  relatedTools: ['fetch_inbox', 'acknowledge_message'],
  input: receiptInput,
  output: receiptShape.extend({ read: z.boolean() }),
  examples: [{ title: 'Take note of a message', input: receiptExample }],
  run(mail, { project_key, agent_name, message_id }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const receipt = markReceipt(mail, project, message_id, agent, false);
    return answer({ ...receipt, read: true }, `Message ${message_id} is read since ${receipt.read_ts}.`);
  },
});

export const acknowledgeMessage = mailCommand({
  name: 'acknowledge_message',
  summary: 'Acknowledge a message (sets both read_ts and ack_ts).',
  description: `
    Acknowledge a message: tell its sender that you have read it and accept what it says. It sets ack_ts, and read_ts as
    well where the message was still unread. The first acknowledgement counts: repeating the call changes nothing and
    returns the times that were set then. Any message that you received can be acknowledged, also one that did not ask.

    Use it for messages with ack_required once you have decided to act accordingly, for instance to keep off files that
    somebody announced to change. Senders see outstanding acknowledgements as awaiting_ack in summarize_thread and may
    hold their work until none are left. An acknowledgement carries no text; to disagree or to ask back, call
    reply_message, and acknowledge only when the matter is settled.

    Returns message_id, acknowledged, read_ts and ack_ts. Pitfalls:
    - It is a promise that others build on and cannot be taken back. To note only that you have seen a message, call
      mark_message_read.
    - It answers for you alone: with several recipients each has to acknowledge.
    - The request for a contact arrives as a message with ack_required; acknowledging it does not accept the contact.
      Call respond_contact for that.
    - NOT_A_RECIPIENT and MESSAGE_NOT_FOUND are answered as by mark_message_read.`,
  category: 'messaging',
  tags: ['state'],
  aliases: ['ack', 'confirm', 'accept', 'receipt'],
  mutation: true,
  executionTime: 'instant',
  annotations: { idempotentHint: true },
  errors: RECEIPT_ERRORS,
  relatedTools: ['mark_message_read', 'reply_message', 'fetch_inbox'],
  input: receiptInput,
  output: receiptShape.extend({ acknowledged: z.boolean() }),
  examples: [{ title: 'Confirm a plan', input: receiptExample }],
  run(mail, { project_key, agent_name, message_id }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const receipt = markReceipt(mail, project, message_id, agent, true);
    return answer({ ...receipt, acknowledged: true }, `Message ${message_id} is acknowledged since ${receipt.ack_ts}.`);
  },
});
