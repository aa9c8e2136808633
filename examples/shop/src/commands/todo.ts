import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound } from '../failures.ts';
import { day, text } from '../fields.ts';
import { contains, listPage, pageInput } from '../pagination.ts';
import type { Todo } from '../records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const todoOutput = z.object({
  id: z.string(),
  title: z.string(),
  notes: z.string().nullable(),
  dueOn: z.string().nullable(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
});

const onlyId = z.object({ todoId: z.string() });

function findTodo(db: ShopDatabase, id: string): Todo | undefined {
  return db.first<Todo>('SELECT * FROM todos WHERE id = ?', id);
}

export const todoCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'todo-create',
    description: 'Create a to-do for the team.',
    tags: ['crud', 'team'],
    aliases: ['task', 'reminder', 'note to self'],
    mutation: true,
    executionTime: 'instant',
    relatedTools: ['todo-list', 'todo-complete'],
    input: z.object({ title: text(200), notes: text(2000).optional(), dueOn: day.optional() }),
    output: todoOutput,
    examples: [
      { title: 'A title is enough', input: { title: 'Buy milk' } },
      { title: 'With a day', input: { title: 'Count the toys', dueOn: '2026-01-15' } },
    ],
    handler({ title, notes, dueOn }) {
      const open = { createdAt: now(), completedAt: null };
      const todo: Todo = { id: db.nextId('todo'), title, notes: notes ?? null, dueOn: dueOn ?? null, ...open };
      db.insert('todos', todo);
      return success(todo, { reasoning: `Created to-do ${todo.id}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'todo-list',
    description: 'List to-dos, those due first at the top. Completed ones are left out unless asked for.',
    tags: ['crud', 'team'],
    aliases: ['tasks', 'what is left to do', 'reminders'],
    executionTime: 'fast',
    input: z.object({
      completed: z.boolean().default(false),
      dueBy: day.optional().describe('Only those due on this day or before.'),
      search: z.string().optional().describe('Part of the title.'),
      ...pageInput,
    }),
    output: z.object({ todos: z.array(todoOutput), total: z.int(), returned: z.int(), hasMore: z.boolean() }),
    handler: ({ completed, dueBy, search, ...page }) =>
      listPage<Todo>(
        db,
        {
          of: 'todos',
          from: 'todos',
          orderBy: 'dueOn IS NULL, dueOn, createdAt, id',
          where: [
            ['(completedAt IS NOT NULL) = ?', Number(completed)],
            ['dueOn <= ?', dueBy],
            contains('title', search),
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'todo-update',
    description: 'Change the title, notes or day of a to-do. Fields left out stay as they are.',
    tags: ['crud', 'team'],
    aliases: ['edit task', 'postpone', 'reschedule'],
    mutation: true,
    executionTime: 'instant',
    errors: ['TODO_NOT_FOUND'],
    input: z.object({
      todoId: z.string(),
      title: text(200).optional(),
      notes: text(2000).nullable().optional(),
      dueOn: day.nullable().optional().describe('Null takes the day off.'),
    }),
    output: todoOutput,
    handler({ todoId, ...changes }) {
      if (!findTodo(db, todoId)) return notFound('todo', todoId);
      db.update('todos', { id: todoId }, changes);
      const changed = Object.keys(changes).join(', ') || 'nothing';
      return success(findTodo(db, todoId), { reasoning: `Changed ${changed} of ${todoId}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'todo-complete',
    description: 'Tick off a to-do. Ticking it off twice changes nothing.',
    tags: ['team'],
    aliases: ['done', 'finish task', 'check off'],
    mutation: true,
    executionTime: 'instant',
    annotations: { idempotentHint: true },
    errors: ['TODO_NOT_FOUND'],
    input: onlyId,
    output: todoOutput,
    handler({ todoId }) {
      const todo = findTodo(db, todoId);
      if (!todo) return notFound('todo', todoId);
      const completedAt = todo.completedAt ?? now();
      db.update('todos', { id: todoId }, { completedAt });
      return success({ ...todo, completedAt }, { reasoning: `To-do ${todoId} is done.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'todo-delete',
    description: 'Delete a to-do for good.',
    tags: ['crud', 'team'],
    aliases: ['remove task', 'drop reminder'],
    destructive: true,
    mutation: true,
    confirmPrompt: 'This will delete to-do {todoId}. Continue?',
    executionTime: 'instant',
    errors: ['TODO_NOT_FOUND'],
    relatedTools: ['todo-complete'],
    input: onlyId,
    handler({ todoId }) {
      const todo = findTodo(db, todoId);
      if (!todo) return notFound('todo', todoId);
      db.run('DELETE FROM todos WHERE id = ?', todoId);
      return success(todo, { reasoning: `Deleted to-do '${todo.title}'.`, confidence: 1 });
    },
  }),
];
