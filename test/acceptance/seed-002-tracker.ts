import {
  type Command,
  createMcpServer,
  defineCommand,
  type FoldoutServer,
  type McpServerOptions,
  success,
} from '@foldout/server';
import { z } from 'zod';

type Shape = Record<string, z.ZodType>;
type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

/** A kind of record in the tracker, and its tools. */
interface Kind {
  readonly category: string;
  /** `issue` → `create_issue`, `list_issues`. */
  readonly name: string;
  readonly plural?: string;
  readonly about: string;
  readonly inProject?: boolean;
  readonly fields: Shape;
  readonly verbs: readonly Verb[];
  /** Additional tools: `name: description`. */
  readonly actions?: Readonly<
    Record<string, { about: string; fields: Shape; risk?: 'read' | 'write' | 'destructive' }>
  >;
}

const text = (about: string) => z.string().describe(about);
const markdown = (of: string) =>
  text(
    `${of} in Markdown. Headings, lists, tables, code blocks and links are kept; raw HTML is removed. At most 100,000 characters.`,
  );
const person = (what: string) =>
  text(
    `${what}: email address, "First Last" name, or the identifier that list_persons returns. Use "me" for the caller.`,
  );
const day = (what: string) =>
  text(`${what} as an ISO 8601 date or date-time in UTC, for example 2026-03-01 or 2026-03-01T09:30:00Z.`);
const project = text(
  'Project identifier, the short upper-case prefix of its issues, for example HULY. Use list_projects to see which exist and which the caller may write to.',
);
const reference = (thing: string) =>
  text(
    `Identifier of the ${thing}, as the list and create tools return it. Numbers without their prefix are accepted where the project is given.`,
  );
const labels = z
  .array(z.string())
  .describe(
    'Names of labels. Unknown ones are created in the project with a default color; names are compared without case.',
  );
const priority = z
  .enum(['urgent', 'high', 'medium', 'low', 'no-priority'])
  .describe('Priority. Affects the order on boards and which notifications are sent at once.');

const workspace = text(
  'Name or address of the workspace to work in, for callers that belong to several. Defaults to the one the token was issued for.',
);
/** Parameters of every tool that reads, and of every tool that writes. */
const READ: Shape = {
  fields: z
    .array(z.string())
    .describe(
      'Names of the fields to return, to keep the answer small. Nested ones with a dot, for example assignee.email.',
    ),
};
const WRITE: Shape = {
  idempotencyKey: text(
    'A text of your choice that makes a repeated call harmless: the second call with the same key returns the result of the first. Kept for 24 hours.',
  ),
};

/** Parameters of every list. */
const PAGE: Shape = {
  limit: z
    .int()
    .min(1)
    .max(200)
    .describe('How many to return, 1 to 200. Defaults to 50. Larger pages are slower; prefer a filter.'),
  cursor: text('Where to go on: the nextCursor of the page before. Leave it out for the first page.'),
  sortBy: z.enum(['created', 'modified', 'title', 'rank']).describe('What to sort by. Defaults to modified.'),
  sortOrder: z.enum(['asc', 'desc']).describe('Sort direction. Defaults to desc, the newest first.'),
  modifiedAfter: day('Only what was changed after this moment,'),
  createdBy: person('Only what this person created'),
  includeArchived: z.boolean().describe('Also return what has been archived. Defaults to false.'),
};

const KINDS: readonly Kind[] = [
  {
    category: 'Issues',
    name: 'issue',
    about: 'an issue: a piece of work in a project, with its status, assignee, labels and description',
    inProject: true,
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      title: text('Title in one line, at most 250 characters. Shown in lists and notifications.'),
      description: markdown('Description'),
      status: text(
        'Name of a status of the project, for example Backlog, Todo, In Progress or Done. Use list_statuses to see them.',
      ),
      priority,
      assignee: person('Assignee'),
      labels,
      dueDate: day('Due date,'),
    },
    actions: {
      move_issue: {
        about: 'Move an issue to another project. It gets a new number there; links to the old one keep working.',
        fields: { targetProject: project },
      },
      create_issue_from_template: {
        about: 'Create an issue from a template, with the title and assignee replaced.',
        fields: {
          template: reference('template'),
          title: text('Title of the new issue.'),
          assignee: person('Assignee'),
        },
      },
      add_issue_label: {
        about: 'Add one label to an issue without touching its others.',
        fields: { label: text('Name of the label.') },
      },
      remove_issue_label: {
        about: 'Remove one label from an issue without touching its others.',
        fields: { label: text('Name of the label.') },
        risk: 'destructive',
      },
      set_issue_parent: {
        about: 'Make an issue a sub-issue of another, or a top-level issue again.',
        fields: { parent: reference('parent issue') },
      },
      link_issues: {
        about: 'Relate two issues: one blocks the other, duplicates it, or is merely related.',
        fields: {
          other: reference('other issue'),
          relation: z.enum(['blocks', 'duplicates', 'relates']).describe('How the two are related.'),
        },
      },
    },
  },
  {
    category: 'Issues',
    name: 'component',
    about: 'a component of a project: a part of the product that issues can be assigned to, with a lead',
    inProject: true,
    verbs: ['list', 'create', 'update', 'delete'],
    fields: {
      label: text('Name of the component.'),
      description: markdown('Description'),
      lead: person('Lead of the component'),
    },
  },
  {
    category: 'Issues',
    name: 'label',
    about: 'a label that can be put on issues, with its color',
    verbs: ['list', 'create', 'update', 'delete'],
    fields: {
      title: text('Name of the label.'),
      color: z.int().min(0).max(21).describe('Number of a color of the palette, 0 to 21.'),
    },
  },
  {
    category: 'Issues',
    name: 'status',
    plural: 'statuses',
    about: 'the statuses that issues of a project can have, in the order of the board',
    inProject: true,
    verbs: ['list'],
    fields: {},
  },
  {
    category: 'Issues',
    name: 'template',
    about: 'an issue template: a title, a description and sub-tasks that new issues start from',
    inProject: true,
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      title: text('Title of the template.'),
      description: markdown('Description that new issues get'),
      priority,
      assignee: person('Assignee that new issues get'),
    },
  },
  {
    category: 'Projects',
    name: 'project',
    about: 'a project: a board of issues with members, statuses and a default assignee',
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      title: text('Name of the project.'),
      description: markdown('Description'),
      private: z.boolean().describe('Whether only members see it. Defaults to false.'),
      defaultAssignee: person('Who gets new issues'),
    },
    actions: {
      archive_project: { about: 'Archive a project: it is hidden from lists and can be restored.', fields: {} },
    },
  },
  {
    category: 'Milestones',
    name: 'milestone',
    about: 'a milestone: a date that a set of issues is planned for',
    inProject: true,
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      title: text('Name of the milestone.'),
      description: markdown('Description'),
      targetDate: day('Target date,'),
      status: z.enum(['planned', 'in-progress', 'completed', 'canceled']).describe('State of the milestone.'),
    },
    actions: {
      set_issue_milestone: {
        about: 'Plan an issue for a milestone, or take it off its milestone.',
        fields: { issue: reference('issue') },
      },
    },
  },
  {
    category: 'Documents',
    name: 'document',
    about: 'a document of a teamspace, with its text and its place in the tree',
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      title: text('Title of the document.'),
      content: markdown('Text'),
      teamspace: reference('teamspace'),
      parent: reference('parent document'),
    },
    actions: {
      link_document_to_issue: {
        about: 'Link a document to an issue, so that each shows the other.',
        fields: { issue: reference('issue') },
      },
    },
  },
  {
    category: 'Documents',
    name: 'teamspace',
    about: 'a teamspace: a tree of documents with its own members',
    verbs: ['list', 'create', 'update', 'delete'],
    fields: {
      name: text('Name of the teamspace.'),
      description: markdown('Description'),
      private: z.boolean().describe('Whether only members see it. Defaults to false.'),
    },
  },
  {
    category: 'Channels',
    name: 'channel',
    about: 'a channel: a conversation that members can join and read',
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      name: text('Name of the channel, in lower case without spaces.'),
      topic: text('What it is about, in a line.'),
      private: z.boolean().describe('Whether it is by invitation only. Defaults to false.'),
    },
    actions: { join_channel: { about: 'Join a channel as the caller.', fields: {} } },
  },
  {
    category: 'Channels',
    name: 'channel_message',
    about: 'a message of a channel, with its reactions and the number of its replies',
    verbs: ['list'],
    fields: { channel: reference('channel') },
    actions: {
      send_channel_message: {
        about: 'Send a message to a channel. People who are mentioned are notified.',
        fields: { channel: reference('channel'), body: markdown('Message') },
      },
    },
  },
  {
    category: 'Channels',
    name: 'thread_reply',
    plural: 'thread_replies',
    about: 'a reply in the thread of a message',
    verbs: ['list', 'update', 'delete'],
    fields: { message: reference('message'), body: markdown('Reply') },
    actions: {
      add_thread_reply: {
        about: 'Reply in the thread of a message.',
        fields: { message: reference('message'), body: markdown('Reply') },
      },
    },
  },
  {
    category: 'Channels',
    name: 'direct_message',
    about: 'a direct conversation between two or more people',
    verbs: ['list'],
    fields: { with: person('The other person') },
    actions: {
      send_direct_message: {
        about: 'Send a direct message to a person.',
        fields: { to: person('Recipient'), body: markdown('Message') },
      },
    },
  },
  {
    category: 'Comments',
    name: 'comment',
    about: 'a comment on an issue or a document',
    verbs: ['list', 'create', 'update', 'delete'],
    fields: { target: reference('issue or document'), body: markdown('Comment') },
  },
  {
    category: 'Contacts',
    name: 'person',
    plural: 'persons',
    about: 'a person: a colleague, a customer or anyone else, with their ways to be reached',
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      firstName: text('First name.'),
      lastName: text('Last name.'),
      email: text('Email address, used to recognize the person.'),
      city: text('City.'),
    },
  },
  {
    category: 'Contacts',
    name: 'organization',
    about: 'an organization that people belong to',
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      name: text('Name of the organization.'),
      website: text('Address of its website.'),
      members: z.array(z.string()).describe('Identifiers of people who belong to it.'),
    },
  },
  {
    category: 'Calendar',
    name: 'event',
    about: 'an event of a calendar, with its participants and reminders',
    verbs: ['list', 'get', 'create', 'update', 'delete'],
    fields: {
      title: text('Title of the event.'),
      description: markdown('Description'),
      start: day('Start,'),
      end: day('End,'),
      participants: z.array(z.string()).describe('Email addresses of those who take part. They are invited.'),
      location: text('Where it takes place, or a link to the call.'),
    },
    actions: {
      list_event_instances: {
        about: 'List the single occurrences of a recurring event within a period.',
        fields: { from: day('Start of the period,'), to: day('End of the period,') },
        risk: 'read',
      },
    },
  },
  {
    category: 'Calendar',
    name: 'recurring_event',
    about: 'an event that repeats by a rule',
    verbs: ['list', 'create'],
    fields: {
      title: text('Title of the event.'),
      start: day('First start,'),
      rule: text('RFC 5545 recurrence rule, for example FREQ=WEEKLY;BYDAY=MO.'),
    },
  },
  {
    category: 'Time Tracking',
    name: 'time_entry',
    plural: 'time_entries',
    about: 'time that a person spent on an issue',
    verbs: ['list', 'create', 'delete'],
    fields: {
      issue: reference('issue'),
      minutes: z.int().min(1).describe('How long, in minutes.'),
      day: day('The day it was spent,'),
      note: text('What was done, in a line.'),
    },
    actions: {
      start_timer: {
        about: 'Start to count the time of the caller on an issue.',
        fields: { issue: reference('issue') },
      },
      stop_timer: {
        about: 'Stop the running timer of the caller and book the time.',
        fields: { note: text('What was done, in a line.') },
      },
      get_time_report: {
        about: 'Sum the booked time by person, issue or day over a period.',
        fields: {
          from: day('Start of the period,'),
          to: day('End of the period,'),
          groupBy: z.enum(['person', 'issue', 'day']).describe('What to sum by.'),
        },
        risk: 'read',
      },
    },
  },
  {
    category: 'Attachments',
    name: 'attachment',
    about: 'a file that is attached to an issue, a document or a message',
    verbs: ['list', 'get', 'delete'],
    fields: { target: reference('issue, document or message') },
    actions: {
      add_attachment: {
        about: 'Attach a file that was uploaded before.',
        fields: {
          target: reference('issue, document or message'),
          file: reference('uploaded file'),
          description: text('What the file shows, in a line.'),
        },
      },
      pin_attachment: {
        about: 'Pin an attachment to the top of the list, or unpin it.',
        fields: { pinned: z.boolean().describe('Whether it is pinned.') },
      },
    },
  },
  {
    category: 'Storage',
    name: 'file',
    about: 'an uploaded file of the workspace',
    verbs: ['list', 'get', 'delete'],
    fields: {},
    actions: {
      upload_file: {
        about: 'Upload a file from its content or from an address, to be attached afterwards.',
        fields: {
          filename: text('Name of the file, with its ending.'),
          contentType: text('MIME type.'),
          base64: text('Content in base64, at most 10 MB.'),
          url: text('Address to fetch it from, instead of base64.'),
        },
      },
    },
  },
  {
    category: 'Notifications',
    name: 'notification',
    about: 'a notification of the caller: a mention, an assignment or a change to something that is followed',
    verbs: ['list', 'get', 'delete'],
    fields: { unreadOnly: z.boolean().describe('Only what has not been read. Defaults to true.') },
    actions: {
      mark_notification_read: { about: 'Mark a notification as read.', fields: {} },
      mark_all_notifications_read: { about: 'Mark all notifications of the caller as read.', fields: {} },
      get_unread_notification_count: {
        about: 'Count the unread notifications of the caller.',
        fields: {},
        risk: 'read',
      },
      update_notification_settings: {
        about: 'Choose which notifications are sent, and by which way.',
        fields: {
          kind: text('Kind of notification, for example mention.'),
          provider: z.enum(['inbox', 'email', 'push']).describe('By which way.'),
          enabled: z.boolean().describe('Whether it is sent.'),
        },
      },
    },
  },
  {
    category: 'Activity',
    name: 'activity',
    plural: 'activities',
    about: 'the history of an issue or a document: who changed what, and when',
    verbs: ['list'],
    fields: { target: reference('issue or document') },
    actions: {
      add_reaction: {
        about: 'React to a message or a comment with an emoji.',
        fields: { target: reference('message or comment'), emoji: text('The emoji.') },
      },
      remove_reaction: {
        about: 'Take back a reaction of the caller.',
        fields: { target: reference('message or comment'), emoji: text('The emoji.') },
        risk: 'destructive',
      },
      save_message: {
        about: 'Save a message of the workspace to read it again later.',
        fields: { message: reference('message') },
      },
    },
  },
  {
    category: 'Search',
    name: 'fulltext',
    about: 'everything',
    verbs: [],
    fields: {},
    actions: {
      fulltext_search: {
        about: 'Search issues, documents, messages and people of the workspace by their text.',
        fields: { query: text('Words to look for. All of them must occur; put a phrase in quotes.'), ...PAGE },
        risk: 'read',
      },
    },
  },
  {
    category: 'Workspace',
    name: 'workspace_member',
    about: 'a member of the workspace, with their role',
    verbs: ['list'],
    fields: {},
    actions: {
      get_workspace_info: { about: 'Name, region, limits and usage of the workspace.', fields: {}, risk: 'read' },
      update_member_role: {
        about: 'Change the role of a member of the workspace.',
        fields: {
          member: person('The member'),
          role: z.enum(['guest', 'user', 'maintainer', 'owner']).describe('The new role.'),
        },
      },
      create_access_link: {
        about: 'Create a link that lets somebody join the workspace.',
        fields: {
          role: z.enum(['guest', 'user']).describe('Role of whoever joins by it.'),
          expiresAt: day('When it stops working,'),
        },
      },
    },
  },
];

const VERBS: Readonly<
  Record<
    Verb,
    (kind: Kind) => { about: string; fields: Shape; required: string[]; risk: 'read' | 'write' | 'destructive' }
  >
> = {
  list: ({ about, fields }) => ({
    about: `List and filter. Each entry is ${about}. Returns a page in compact form; use the get tool for everything about one of them.`,
    fields: { ...PAGE, ...fields },
    required: [],
    risk: 'read',
  }),
  get: ({ about, name }) => ({
    about: `Get everything about ${about}. Includes relations, history and permissions of the caller, which lists leave out.`,
    fields: {
      id: reference(name),
      expand: z.array(z.enum(['comments', 'history', 'relations'])).describe('What else to include in the answer.'),
    },
    required: ['id'],
    risk: 'read',
  }),
  create: ({ about, fields }) => ({
    about: `Create ${about}. Returns it with its identifier. People who follow the place where it is created are notified.`,
    fields: { ...fields, notify: z.boolean().describe('Whether those who follow are notified. Defaults to true.') },
    required: Object.keys(fields).slice(0, 1),
    risk: 'write',
  }),
  update: ({ about, name, fields }) => ({
    about: `Change ${about}. Only the fields that are given change; an empty text or null clears a field that may be empty.`,
    fields: {
      id: reference(name),
      ...fields,
      notify: z.boolean().describe('Whether those who follow are notified. Defaults to true.'),
    },
    required: ['id'],
    risk: 'write',
  }),
  delete: ({ about, name }) => ({
    about: `Delete ${about}. It cannot be restored; archive it instead where that is possible. What refers to it keeps a note that it is gone.`,
    fields: {
      id: reference(name),
      force: z.boolean().describe('Delete it even if other things refer to it. Defaults to false.'),
    },
    required: ['id'],
    risk: 'destructive',
  }),
};

/** Description of each category; it takes part in search. */
const trackerCategories: Readonly<Record<string, string>> = {
  Issues: 'Issue tracking: create, update, search, manage issues, components, labels, templates',
  Documents: 'Document management: teamspaces, create/read/update documents with markdown',
  Channels: 'Messaging: channels, direct messages, thread replies',
};

/** 114 tools in 15 categories, as the project tracker of seed 002 has them. */
export const trackerCommands: readonly Command[] = KINDS.flatMap((kind) => [
  ...kind.verbs.map((verb) => {
    const name = verb === 'list' ? `list_${kind.plural ?? `${kind.name}s`}` : `${verb}_${kind.name}`;
    return command(kind, name, VERBS[verb](kind));
  }),
  ...Object.entries(kind.actions ?? {}).map(([name, { about, fields, risk = 'write' }]) => {
    const first = Object.keys(fields).slice(0, 1);
    const own = name.startsWith(kind.name) || name.includes(`_${kind.name}`) ? { id: reference(kind.name) } : {};
    return command(kind, name, { about, fields: { ...own, ...fields }, required: first, risk });
  }),
]);

function command(
  { category, inProject }: Kind,
  name: string,
  { about, fields, required, risk }: ReturnType<(typeof VERBS)[Verb]>,
): Command {
  const shape = { ...(inProject && { project }), ...fields, ...(risk === 'read' ? READ : WRITE), workspace };
  const isRequired = (key: string): boolean => key === 'project' || required.includes(key);
  return defineCommand({
    name,
    category,
    description: about,
    mutation: risk !== 'read',
    destructive: risk === 'destructive',
    input: z.object(
      Object.fromEntries(
        Object.entries(shape).map(([key, field]) => [key, isRequired(key) ? field : field.optional()]),
      ),
    ),
    handler: (input) => success({ done: name, input }),
  });
}

export function createTracker(options: Partial<McpServerOptions> = {}): FoldoutServer {
  return createMcpServer({
    name: 'tracker',
    version: '1.0.0',
    commands: trackerCommands,
    categories: trackerCategories,
    log: () => {},
    ...options,
  });
}
