import { z } from 'zod';
import { day, pageInput, text } from '../fields.ts';
import { change, contains, found, newest, page } from '../rows.ts';
import type { Shop, Todo } from '../shop.ts';
import { destroy, read, write } from '../shop-command.ts';

export const todoCommands = (shop: Shop) => {
  const todoId = z.string().min(1);
  const title = text(200);
  const todo = (id: string): Todo => found(shop.todos, 'todo', id);

  return [
    write(
      'todo-create',
      'Create a to-do for the team.',
      { title, notes: text(2_000).optional(), dueOn: day.optional() },
      ({ title, notes = null, dueOn = null }) => {
        const added: Todo = { id: shop.nextId('todo'), title, notes, dueOn, completedAt: null };
        shop.todos.set(added.id, added);
        return added;
      },
    ),
    read(
      'todo-list',
      'List to-dos, those due first at the top. Completed ones are left out unless asked for.',
      {
        completed: z.boolean().default(false),
        dueBy: day.optional(),
        search: text(100).optional(),
        ...pageInput,
      },
      ({ completed, dueBy, search, ...where }) => {
        const due = (one: Todo): string => one.dueOn ?? '9999';
        const fits = (one: Todo): boolean =>
          (completed || one.completedAt === null) && (!dueBy || due(one) <= dueBy) && contains(search, one.title);
        return page(
          'todos',
          newest(shop.todos, fits).sort((a, b) => (due(a) < due(b) ? -1 : 1)),
          where,
        );
      },
    ),
    write(
      'todo-update',
      'Change the title, notes or day of a to-do. Fields left out stay as they are.',
      {
        todoId,
        title: title.optional(),
        notes: text(2_000).nullable().optional(),
        dueOn: day.nullable().optional(),
      },
      ({ todoId, ...fields }) => change(todo(todoId), fields),
    ),
    write('todo-complete', 'Tick off a to-do. Ticking it off twice changes nothing.', { todoId }, ({ todoId }) => {
      const one = todo(todoId);
      one.completedAt ??= new Date().toISOString();
      return one;
    }),
    destroy(
      'todo-delete',
      'Delete a to-do for good.',
      { todoId },
      ({ todoId }) => {
        const one = todo(todoId);
        shop.todos.delete(todoId);
        return one;
      },
      { confirmPrompt: 'This will delete to-do {todoId}. Continue?' },
    ),
  ];
};
