import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { address, text, userId, userNumber } from '../fields.ts';
import { contains, listPage, pageInput } from '../pagination.ts';
import type { User } from '../records.ts';
import { findUser } from '../rules/lookups.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const userOutput = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: address.nullable(),
  createdAt: z.string(),
  suspendedAt: z.string().nullable(),
});

function showUser({ deletedAt: _deletedAt, ...user }: User): z.infer<typeof userOutput> {
  return { ...user, address: user.address === null ? null : JSON.parse(user.address) };
}

function emailTaken(db: ShopDatabase, email: string, except = 0) {
  const taken = db.first<{ id: number }>('SELECT id FROM users WHERE email = ? AND id <> ?', email, except);
  return (
    taken &&
    refused(
      'EMAIL_TAKEN',
      `The email '${email}' belongs to user ${taken.id}.`,
      `Use another email, or call user-get with id: ${taken.id}.`,
      { userId: taken.id },
    )
  );
}

function suspension(db: ShopDatabase, id: number, suspendedAt: string | null) {
  const user = findUser(db, id);
  if (!user) return notFound('user', id);
  db.update('users', { id }, { suspendedAt });
  const verb = suspendedAt ? 'suspended' : 'reactivated';
  return success(showUser({ ...user, suspendedAt }), { reasoning: `User ${id} is ${verb}.`, confidence: 1 });
}

export const userCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'user-create',
    description: 'Create a new user account. The email must not belong to another account.',
    tags: ['crud', 'customer'],
    aliases: ['register', 'sign up', 'new customer'],
    mutation: true,
    executionTime: 'instant',
    errors: ['EMAIL_TAKEN'],
    relatedTools: ['user-get', 'user-set-address'],
    input: z.object({
      name: text(100),
      email: z.email(),
      phone: text(30).optional(),
      address: address.optional().describe('Default delivery address.'),
    }),
    output: userOutput,
    examples: [{ title: 'A name and an email are enough', input: { name: 'Alice', email: 'a@b.com' } }],
    handler: ({ name, email, phone, address }) =>
      db.transaction(() => {
        const taken = emailTaken(db, email);
        if (taken) return taken;
        const id = db.insert('users', {
          name,
          email,
          phone: phone ?? null,
          address: address ? JSON.stringify(address) : null,
          createdAt: now(),
          suspendedAt: null,
          deletedAt: null,
        });
        const user = db.one<User>('SELECT * FROM users WHERE id = ?', id);
        return success(showUser(user), { reasoning: `Created user ${id}.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'user-get',
    description: 'Get one user account by its number.',
    tags: ['crud', 'customer'],
    aliases: ['show customer', 'customer profile'],
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND'],
    input: z.object({ id: userNumber }),
    output: userOutput,
    examples: [{ title: 'Alice', input: { id: 42 } }],
    handler({ id }) {
      const user = findUser(db, id);
      if (!user) return notFound('user', id);
      return success(showUser(user), { reasoning: `Found user ${id}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'user-list',
    description: 'List user accounts, newest first.',
    tags: ['crud', 'customer'],
    aliases: ['customers', 'accounts'],
    executionTime: 'fast',
    input: z.object({
      name: z.string().optional().describe('Part of the name.'),
      status: z.enum(['active', 'suspended']).optional(),
      ...pageInput,
    }),
    handler: ({ name, status, ...page }) =>
      listPage(
        db,
        {
          of: 'users',
          from: 'users',
          orderBy: 'createdAt DESC, id DESC',
          only: 'deletedAt IS NULL',
          where: [['(suspendedAt IS NOT NULL) = ?', status && Number(status === 'suspended')], contains('name', name)],
        },
        page,
        showUser,
      ),
  }),

  defineCommand({
    name: 'user-find-by-email',
    description: 'Find the user account that has an email address.',
    tags: ['customer'],
    aliases: ['look up customer', 'search customer by mail'],
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND'],
    relatedTools: ['user-list'],
    input: z.object({ email: z.email() }),
    output: userOutput,
    examples: [{ title: 'Upper and lower case are the same', input: { email: 'Alice@Example.com' } }],
    handler({ email }) {
      const user = db.first<User>('SELECT * FROM users WHERE email = ? AND deletedAt IS NULL', email);
      if (!user) return notFound('user', email);
      return success(showUser(user), { reasoning: `'${email}' is user ${user.id}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'user-update',
    description: 'Change the name, email or phone of a user account. Fields left out stay as they are.',
    tags: ['crud', 'customer'],
    aliases: ['edit customer', 'rename customer'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND', 'EMAIL_TAKEN'],
    relatedTools: ['user-set-address'],
    input: z.object({
      id: userId,
      name: text(100).optional(),
      email: z.email().optional(),
      phone: text(30).optional(),
    }),
    output: userOutput,
    handler: ({ id, ...changes }) =>
      db.transaction(() => {
        const user = findUser(db, id);
        if (!user) return notFound('user', id);
        const taken = changes.email && emailTaken(db, changes.email, id);
        if (taken) return taken;
        db.update('users', { id }, changes);
        const changed = Object.keys(changes).join(', ') || 'nothing';
        const updated = db.one<User>('SELECT * FROM users WHERE id = ?', id);
        return success(showUser(updated), { reasoning: `Changed ${changed} of user ${id}.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'user-set-address',
    description: 'Set the default delivery address of a user account. Orders already placed keep theirs.',
    tags: ['customer'],
    aliases: ['customer moved', 'change delivery address'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND'],
    relatedTools: ['order-set-address'],
    input: z.object({ id: userId, address }),
    output: userOutput,
    handler({ id, address }) {
      const user = findUser(db, id);
      if (!user) return notFound('user', id);
      const stored = JSON.stringify(address);
      db.update('users', { id }, { address: stored });
      const reasoning = `User ${id} now lives in ${address.city}.`;
      return success(showUser({ ...user, address: stored }), { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'user-suspend',
    description: 'Suspend a user account, so that no orders can be placed with it.',
    tags: ['admin', 'customer'],
    aliases: ['block customer', 'ban', 'lock account'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND'],
    relatedTools: ['user-reactivate'],
    input: z.object({ id: userId }),
    output: userOutput,
    handler: ({ id }) => suspension(db, id, now()),
  }),

  defineCommand({
    name: 'user-reactivate',
    description: 'Lift the suspension of a user account.',
    tags: ['admin', 'customer'],
    aliases: ['unblock customer', 'unban', 'unlock account'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND'],
    relatedTools: ['user-suspend'],
    input: z.object({ id: userId }),
    output: userOutput,
    handler: ({ id }) => suspension(db, id, null),
  }),

  defineCommand({
    name: 'user-delete',
    description:
      'Delete a user account. Name, email, phone and address are erased for good; past orders stay in the books ' +
      'without them. Refused while the customer has open orders or a running subscription.',
    summary: 'Delete a user account',
    tags: ['crud', 'admin', 'customer'],
    aliases: ['remove customer', 'erase personal data', 'gdpr', 'close account'],
    destructive: true,
    mutation: true,
    confirmPrompt: 'This will erase the personal data of user {id} for good. Continue?',
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND', 'USER_HAS_OPEN_BUSINESS'],
    relatedTools: ['user-suspend', 'order-list', 'subscription-list'],
    input: z.object({ id: userId }),
    handler: ({ id }) =>
      db.transaction(() => {
        if (!findUser(db, id)) return notFound('user', id);
        const openOrders = "SELECT count(*) FROM orders WHERE userId = ? AND status IN ('pending', 'paid', 'shipped')";
        const running = "SELECT count(*) FROM subscriptions WHERE userId = ? AND status <> 'cancelled'";
        const open = db.one<{ orders: number; subscriptions: number }>(
          `SELECT (${openOrders}) AS orders, (${running}) AS subscriptions`,
          id,
          id,
        );
        if (open.orders + open.subscriptions > 0) {
          return refused(
            'USER_HAS_OPEN_BUSINESS',
            `User ${id} has ${open.orders} open orders and ${open.subscriptions} running subscriptions.`,
            `See them with order-list and subscription-list, userId: ${id}, and settle them first.`,
            open,
          );
        }
        const erased = { name: 'Deleted user', email: `deleted-${id}@shop.invalid`, phone: null, address: null };
        const deletedAt = now();
        db.update('users', { id }, { ...erased, deletedAt });
        return success({ id, deletedAt }, { reasoning: `Erased the personal data of user ${id}.`, confidence: 1 });
      }),
  }),
];
