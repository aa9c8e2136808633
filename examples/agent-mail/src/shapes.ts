import { z } from 'zod';
import { CONTACT_POLICIES, IMPORTANCES } from './records.ts';

/** What answers look like. The functions that fill them stand with the rules. */

export const projectShape = z.object({ slug: z.string(), human_key: z.string(), created_ts: z.string() });

export const agentShape = z.object({
  name: z.string(),
  program: z.string(),
  model: z.string(),
  task_description: z.string(),
  contact_policy: z.enum(CONTACT_POLICIES),
  inception_ts: z.string(),
  last_active_ts: z.string(),
});

/** Blind copies are never part of it. */
export const messageShape = z.object({
  id: z.int(),
  thread_id: z.string(),
  reply_to: z.int().nullable(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  importance: z.enum(IMPORTANCES),
  ack_required: z.boolean(),
  created_ts: z.string(),
  body_md: z.string().optional(),
});

export const inboxShape = z.object({
  messages: z.array(
    messageShape.extend({
      kind: z.enum(['to', 'cc', 'bcc']),
      read_ts: z.string().nullable(),
      ack_ts: z.string().nullable(),
    }),
  ),
  returned: z.int(),
  unread: z.int(),
  has_more: z.boolean(),
});

export const receiptShape = z.object({
  message_id: z.int(),
  read_ts: z.string().nullable(),
  ack_ts: z.string().nullable(),
});

export const contactShape = z.object({
  from: z.string(),
  to: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  reason: z.string(),
  updated_ts: z.string(),
  expires_ts: z.string().nullable(),
});

export const reservationShape = z.object({
  id: z.int(),
  agent: z.string(),
  path_pattern: z.string(),
  exclusive: z.boolean(),
  reason: z.string(),
  created_ts: z.string(),
  expires_ts: z.string(),
  released_ts: z.string().nullable(),
});

export const reservationOutcomeShape = z.object({
  granted: z.array(reservationShape),
  conflicts: z.array(z.object({ path: z.string(), holders: z.array(reservationShape) })),
});

export const digestShape = z.object({
  thread_id: z.string(),
  subject: z.string(),
  participants: z.array(z.string()),
  total_messages: z.int(),
  first_ts: z.string(),
  last_ts: z.string(),
  key_points: z.array(z.string()),
  action_items: z.array(z.object({ text: z.string(), by: z.string(), message_id: z.int(), done: z.boolean() })),
  mentions: z.array(z.object({ name: z.string(), count: z.int() })),
  awaiting_ack: z.array(z.object({ message_id: z.int(), from: z.array(z.string()) })),
});

export type MessageView = z.infer<typeof messageShape>;
export type ReservationView = z.infer<typeof reservationShape>;
export type ReservationOutcome = z.infer<typeof reservationOutcomeShape>;
export type ContactView = z.infer<typeof contactShape>;
export type ThreadDigest = z.infer<typeof digestShape>;
