import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { text, userId } from '../fields.ts';
import { listPage, pageInput } from '../pagination.ts';
import { TICKET_PRIORITIES, TICKET_STATUSES, type Ticket, type TicketMessage } from '../records.ts';
import { findUser } from '../rules/lookups.ts';
import { findOrder } from '../rules/order-records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const ticketOutput = z.object({
  id: z.string(),
  userId: z.int(),
  orderId: z.string().nullable(),
  subject: z.string(),
  priority: z.enum(TICKET_PRIORITIES),
  status: z.enum(TICKET_STATUSES),
  assignee: z.string().nullable(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
});

const onlyId = z.object({ ticketId: z.string() });

function findTicket(db: ShopDatabase, id: string): Ticket | undefined {
  return db.first<Ticket>('SELECT * FROM tickets WHERE id = ?', id);
}

type TicketChanges = Partial<Pick<Ticket, 'status' | 'assignee' | 'closedAt'>>;

/** Changes a ticket that is closed, or one that is not, whichever the step needs. */
function changeTicket(db: ShopDatabase, id: string, needs: 'closed' | 'not closed', changes: TicketChanges) {
  const ticket = findTicket(db, id);
  if (!ticket) return notFound('ticket', id);
  if ((ticket.status === 'closed') !== (needs === 'closed')) {
    const closed = { code: 'TICKET_CLOSED', next: 'Open it again with ticket-reopen first.' };
    const open = { code: 'TICKET_NOT_CLOSED', next: 'Nothing to do; answer it with ticket-reply.' };
    const { code, next } = ticket.status === 'closed' ? closed : open;
    return refused(code, `Ticket '${id}' is ${ticket.status}; this needs one that is ${needs}.`, next);
  }
  db.update('tickets', { id }, changes);
  const changed = { ...ticket, ...changes };
  const holder = changed.assignee ? `with ${changed.assignee}` : 'with nobody';
  return success(changed, { reasoning: `Ticket ${id} is ${changed.status}, ${holder}.`, confidence: 1 });
}

export const ticketCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'ticket-create',
    description: 'Open a support ticket for a customer, about an order of theirs or in general.',
    tags: ['support', 'crud'],
    aliases: ['new support case', 'customer complaint', 'report a problem', 'open issue'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_OF_ANOTHER_USER'],
    relatedTools: ['ticket-assign', 'ticket-reply'],
    input: z.object({
      userId,
      orderId: z.string().optional(),
      subject: text(120),
      text: text(5000).describe('What the customer says.'),
      priority: z.enum(TICKET_PRIORITIES).default('normal'),
    }),
    output: ticketOutput,
    examples: [
      {
        title: 'About an order',
        input: { userId: 42, orderId: 'ord-1001', subject: 'Handle broken', text: 'It came off.', priority: 'high' },
      },
    ],
    handler: ({ userId, orderId, subject, text, priority }) =>
      db.transaction(() => {
        if (!findUser(db, userId)) return notFound('user', userId);
        const order = orderId === undefined ? undefined : findOrder(db, orderId);
        if (orderId !== undefined && !order) return notFound('order', orderId);
        if (order && order.userId !== userId) {
          const message = `Order '${orderId}' belongs to user ${order.userId}, not to user ${userId}.`;
          return refused('ORDER_OF_ANOTHER_USER', message, `See theirs with order-list, userId: ${userId}.`);
        }
        const createdAt = now();
        const ticket: Ticket = {
          id: db.nextId('tic'),
          userId,
          orderId: orderId ?? null,
          subject,
          priority,
          status: 'open',
          assignee: null,
          createdAt,
          closedAt: null,
        };
        db.insert('tickets', ticket);
        db.insert('ticketMessages', { ticketId: ticket.id, author: 'customer', text, createdAt });
        return success(ticket, { reasoning: `Opened ticket ${ticket.id}.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'ticket-get',
    description: 'Get one support ticket with its conversation.',
    tags: ['support', 'crud'],
    aliases: ['show case', 'read conversation'],
    executionTime: 'instant',
    errors: ['TICKET_NOT_FOUND'],
    input: onlyId,
    handler({ ticketId }) {
      const ticket = findTicket(db, ticketId);
      if (!ticket) return notFound('ticket', ticketId);
      const messages = db.all<Omit<TicketMessage, 'ticketId'>>(
        'SELECT author, text, createdAt FROM ticketMessages WHERE ticketId = ? ORDER BY id',
        ticketId,
      );
      const reasoning = `Ticket ${ticketId} is ${ticket.status} and has ${messages.length} messages.`;
      return success({ ...ticket, messages }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'ticket-list',
    description: 'List support tickets, most urgent and oldest first, by status, priority, assignee or user.',
    summary: 'List support tickets, most urgent and oldest first',
    tags: ['support', 'crud'],
    aliases: ['support queue', 'cases', 'inbox', 'open problems'],
    executionTime: 'fast',
    input: z.object({
      status: z.enum(TICKET_STATUSES).optional(),
      priority: z.enum(TICKET_PRIORITIES).optional(),
      assignee: z.string().optional(),
      userId: userId.optional(),
      ...pageInput,
    }),
    examples: [{ title: 'Urgent and open', input: { status: 'open', priority: 'urgent' } }],
    handler: ({ status, priority, assignee, userId, ...page }) =>
      listPage<Ticket>(
        db,
        {
          of: 'tickets',
          from: 'tickets',
          orderBy: "instr('urgent high normal low', priority), createdAt, id",
          where: [
            ['status = ?', status],
            ['priority = ?', priority],
            ['assignee = ?', assignee],
            ['userId = ?', userId],
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'ticket-reply',
    description: 'Add a message to a support ticket. An answer by staff makes it wait for the customer, and back.',
    tags: ['support'],
    aliases: ['answer customer', 'respond to case', 'write message'],
    mutation: true,
    executionTime: 'instant',
    errors: ['TICKET_NOT_FOUND', 'TICKET_CLOSED'],
    relatedTools: ['ticket-get', 'ticket-close'],
    input: z.object({ ticketId: z.string(), text: text(5000), author: z.enum(['staff', 'customer']).default('staff') }),
    output: ticketOutput,
    handler: ({ ticketId, text, author }) =>
      db.transaction(() => {
        const changed = changeTicket(db, ticketId, 'not closed', { status: author === 'staff' ? 'waiting' : 'open' });
        if (changed.success) db.insert('ticketMessages', { ticketId, author, text, createdAt: now() });
        return changed;
      }),
  }),

  defineCommand({
    name: 'ticket-assign',
    description: 'Give a support ticket to a colleague.',
    tags: ['support'],
    aliases: ['delegate case', 'take over ticket', 'hand over'],
    mutation: true,
    executionTime: 'instant',
    errors: ['TICKET_NOT_FOUND', 'TICKET_CLOSED'],
    input: z.object({ ticketId: z.string(), assignee: text(60) }),
    output: ticketOutput,
    handler: ({ ticketId, assignee }) => changeTicket(db, ticketId, 'not closed', { assignee }),
  }),

  defineCommand({
    name: 'ticket-close',
    description: 'Close a support ticket that is solved.',
    tags: ['support'],
    aliases: ['resolve case', 'problem solved', 'finish ticket'],
    mutation: true,
    executionTime: 'instant',
    errors: ['TICKET_NOT_FOUND', 'TICKET_CLOSED'],
    relatedTools: ['ticket-reopen'],
    input: onlyId,
    output: ticketOutput,
    handler: ({ ticketId }) => changeTicket(db, ticketId, 'not closed', { status: 'closed', closedAt: now() }),
  }),

  defineCommand({
    name: 'ticket-reopen',
    description: 'Open a closed support ticket again.',
    tags: ['support'],
    aliases: ['problem came back', 'unresolve'],
    mutation: true,
    executionTime: 'instant',
    errors: ['TICKET_NOT_FOUND', 'TICKET_NOT_CLOSED'],
    relatedTools: ['ticket-close'],
    input: onlyId,
    output: ticketOutput,
    handler: ({ ticketId }) => changeTicket(db, ticketId, 'closed', { status: 'open', closedAt: null }),
  }),
];
