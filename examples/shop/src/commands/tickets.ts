import { z } from 'zod';
import { pageInput, text, userId } from '../fields.ts';
import { found, is, newest, page } from '../rows.ts';
import { PRIORITIES, type Shop, type Ticket } from '../shop.ts';
import { Refusal, read, write } from '../shop-command.ts';

export const ticketCommands = (shop: Shop) => {
  const ticketId = z.string().min(1);
  const priority = z.enum(PRIORITIES);
  const ticket = (id: string): Ticket => found(shop.tickets, 'ticket', id);

  const open = (id: string): Ticket => {
    const one = ticket(id);
    if (one.status !== 'closed') return one;
    throw new Refusal('TICKET_CLOSED', `Ticket '${id}' is closed.`, 'Call ticket-reopen first.');
  };

  return [
    write(
      'ticket-create',
      'Open a support ticket for a customer, about an order of theirs or in general.',
      {
        userId,
        orderId: z.string().min(1).optional(),
        subject: text(200),
        text: text(5_000),
        priority: priority.default('normal'),
      },
      ({ userId, orderId = null, subject, text, priority }) => {
        found(shop.users, 'user', userId);
        if (orderId !== null && found(shop.orders, 'order', orderId).userId !== userId) {
          throw new Refusal(
            'ORDER_OF_ANOTHER_USER',
            `'${orderId}' is not an order of user ${userId}.`,
            'Call order-list.',
          );
        }
        const messages: Ticket['messages'] = [{ author: 'customer', text }];
        const id = shop.nextId('tic');
        const added: Ticket = { id, userId, orderId, subject, priority, status: 'open', assignee: null, messages };
        shop.tickets.set(id, added);
        return added;
      },
    ),
    read('ticket-get', 'Get one support ticket with its conversation.', { ticketId }, ({ ticketId }) =>
      ticket(ticketId),
    ),
    read(
      'ticket-list',
      'List support tickets, most urgent and oldest first, by status, priority, assignee or user.',
      {
        status: z.enum(['open', 'waiting', 'closed']).optional(),
        priority: priority.optional(),
        assignee: text(80).optional(),
        userId: userId.optional(),
        ...pageInput,
      },
      ({ status, priority, assignee, userId, ...where }) => {
        const fits = (one: Ticket): boolean =>
          is(status, one.status) &&
          is(priority, one.priority) &&
          is<string | null>(assignee, one.assignee) &&
          is(userId, one.userId);
        const rank = (one: Ticket): number => PRIORITIES.indexOf(one.priority);
        return page(
          'tickets',
          newest(shop.tickets, fits)
            .reverse()
            .sort((a, b) => rank(b) - rank(a)),
          where,
        );
      },
    ),
    write(
      'ticket-reply',
      'Add a message to a support ticket. An answer by staff makes it wait for the customer, and back.',
      { ticketId, text: text(5_000), author: z.enum(['staff', 'customer']).default('staff') },
      ({ ticketId, text, author }) => {
        const one = open(ticketId);
        one.messages.push({ author, text });
        return Object.assign(one, { status: author === 'staff' ? 'waiting' : 'open' });
      },
    ),
    write(
      'ticket-assign',
      'Give a support ticket to a colleague.',
      { ticketId, assignee: text(80) },
      ({ ticketId, assignee }) => Object.assign(open(ticketId), { assignee }),
    ),
    write('ticket-close', 'Close a support ticket that is solved.', { ticketId }, ({ ticketId }) =>
      Object.assign(open(ticketId), { status: 'closed' }),
    ),
    write('ticket-reopen', 'Open a closed support ticket again.', { ticketId }, ({ ticketId }) => {
      const one = ticket(ticketId);
      if (one.status === 'closed') return Object.assign(one, { status: 'open' });
      throw new Refusal('TICKET_NOT_CLOSED', `Ticket '${ticketId}' is ${one.status}.`, 'Nothing is left to do.');
    }),
  ];
};
