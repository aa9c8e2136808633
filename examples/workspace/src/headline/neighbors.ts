import { CommandRegistry, defineCommand, success, type ToolSource } from '@foldout/core';
import { CommandSource } from '@foldout/core/internal';
import { z } from 'zod';

/** Servers besides the two of the task, with the kinds of records that each keeps. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  'issue-tracker': ['issue', 'milestone', 'label', 'sprint'],
  'code-host': ['pull request', 'branch', 'release', 'review'],
  'team-chat': ['channel', 'message', 'reaction', 'huddle'],
  'mail-box': ['mail', 'thread', 'mail filter', 'signature'],
  calendar: ['event', 'invitation', 'reminder', 'room booking'],
  'web-shop': ['order', 'product', 'coupon', 'return'],
  payments: ['invoice', 'refund', 'payout', 'subscription'],
  warehouse: ['shipment', 'stock count', 'supplier', 'pallet'],
  'help-desk': ['ticket', 'macro', 'satisfaction survey', 'escalation'],
  'cloud-hosts': ['virtual machine', 'load balancer', 'volume', 'firewall rule'],
  monitoring: ['alert', 'dashboard', 'silence', 'incident'],
  'data-store': ['table', 'query', 'snapshot', 'index'],
  'design-board': ['frame', 'component', 'comment', 'prototype'],
  'knowledge-base': ['article', 'space', 'template', 'glossary entry'],
  'people-desk': ['employee', 'leave request', 'contract', 'appraisal'],
  'ad-manager': ['campaign', 'audience', 'creative', 'budget'],
  'web-analytics': ['report', 'segment', 'goal', 'funnel'],
  'sign-desk': ['envelope', 'signer', 'seal', 'audit trail'],
  'travel-desk': ['flight', 'hotel stay', 'expense', 'traveller'],
  'smart-building': ['sensor', 'door', 'meter', 'heating plan'],
};

const page = {
  limit: z.int().min(1).max(200).default(50).describe('How many to return at most; the rest follows with the cursor'),
  cursor: z.string().optional().describe('Where the previous page ended, as it was returned in nextCursor'),
  sort: z.enum(['created', 'updated', 'name', 'owner']).optional().describe('Which field the list is ordered by'),
  descending: z.boolean().optional().describe('Whether the largest or newest comes first'),
};
const fields = {
  owner: z.string().optional().describe('E-mail address of the person who answers for it'),
  labels: z.array(z.string()).max(20).optional().describe('Labels to set; those that are there already are replaced'),
  priority: z.enum(['low', 'normal', 'high', 'urgent']).optional().describe('How soon somebody should look at it'),
  dueDate: z.string().optional().describe('Day by which it should be done, as YYYY-MM-DD'),
  notify: z.boolean().optional().describe('Whether people who follow it are told about the change'),
};

interface Verb {
  readonly name: string;
  readonly description: (thing: string, server: string) => string;
  readonly input: (thing: string) => z.ZodObject;
  readonly changes: boolean;
}

const VERBS: readonly Verb[] = [
  {
    name: 'list',
    changes: false,
    description: (thing, server) =>
      `Lists every ${thing} of ${server} that the account may see, a page at a time. Use the filters to keep the answer small; without them archived ones are left out.`,
    input: (thing) =>
      z.object({
        ...page,
        owner: fields.owner,
        updatedAfter: z.string().optional().describe(`Only a ${thing} that has changed since, ISO 8601`),
      }),
  },
  {
    name: 'get',
    changes: false,
    description: (thing, server) =>
      `Gets one ${thing} of ${server} by its id, with its fields and who changed it last. Ask for related data only where you need it: each kind takes a request of its own.`,
    input: (thing) =>
      z.object({
        id: z.string().describe(`Id of the ${thing}, as the list or a search returns it`),
        include: z
          .array(z.enum(['history', 'followers', 'attachments', 'links']))
          .optional()
          .describe('Related data'),
        asOf: z.string().optional().describe('Shows it as it was at this time, ISO 8601'),
      }),
  },
  {
    name: 'create',
    changes: true,
    description: (thing, server) =>
      `Creates a ${thing} on ${server} and answers with its id. Sending the same key twice within a day creates it once.`,
    input: (thing) =>
      z.object({
        name: z.string().min(1).max(200).describe(`Name of the ${thing}, as people will see it`),
        details: z.string().max(20_000).optional().describe('Longer text, Markdown'),
        ...fields,
        key: z.string().optional().describe('Your own key against doing it twice'),
      }),
  },
  {
    name: 'change',
    changes: true,
    description: (thing, server) =>
      `Changes fields of a ${thing} on ${server}. What is not given stays as it is. Fails where somebody else has changed it since the given version.`,
    input: (thing) =>
      z.object({
        id: z.string().describe(`Id of the ${thing}`),
        name: z.string().max(200).optional().describe('A new name'),
        ...fields,
        version: z.int().optional().describe('Version that the change is based on'),
      }),
  },
  {
    name: 'archive',
    changes: true,
    description: (thing, server) =>
      `Archives a ${thing} of ${server}, so that lists leave it out. It can be brought back for 90 days; after that it is deleted for good.`,
    input: (thing) =>
      z.object({
        id: z.string().describe(`Id of the ${thing}`),
        reason: z.string().max(500).optional().describe('Why, in one sentence; kept in the history'),
        cascade: z.boolean().optional().describe('Whether what belongs to it is archived as well'),
      }),
  },
];

const answer = z.object({ id: z.string(), status: z.string(), updatedAt: z.string() });

/** Twenty servers with twenty tools each, the same on every machine, with descriptions and schemas of realistic size. */
export function neighbors(): ToolSource[] {
  return Object.entries(SERVERS).map(([server, things]) => {
    const registry = new CommandRegistry();
    for (const thing of things) for (const verb of VERBS) registry.register(commandOf(server, thing, verb));
    return new CommandSource(server, registry);
  });
}

function commandOf(server: string, thing: string, { name, description, input, changes }: Verb) {
  return defineCommand({
    name: `${name}_${thing.replaceAll(' ', '_')}`,
    category: server,
    description: description(thing, server.replaceAll('-', ' ')),
    input: input(thing),
    output: answer,
    mutation: changes,
    handler: () => success({ id: 'x1', status: 'open', updatedAt: '2026-11-15T09:30:00Z' }),
  });
}
