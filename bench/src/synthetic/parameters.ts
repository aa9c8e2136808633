import { z } from 'zod';

interface Parameter {
  /** Creates a new schema for each command, because real commands share none. */
  schema(thing: string): z.ZodType;
  /** A value that the schema accepts. */
  readonly sample: unknown;
  readonly optional?: true;
}

/** The parameters that commands are made of, with the kinds of schema that real tools have. */
const PARAMETERS = {
  id: { schema: (thing) => z.string().min(1).describe(`Id of the ${thing}`), sample: 'rec_20391' },
  ids: {
    schema: (thing) => z.array(z.string().min(1)).min(1).max(100).describe(`Ids, each of one ${thing}`),
    sample: ['rec_20391', 'rec_20392'],
  },
  name: { schema: () => z.string().min(1).max(200).describe('Name as people will see it'), sample: 'Spring delivery' },
  query: {
    schema: () => z.string().min(1).describe('Words to look for; all of them must occur'),
    sample: 'late spring',
  },
  amount: { schema: () => z.number().min(0).describe('Amount in major units, for example 12.50'), sample: 129.5 },
  currency: {
    schema: () => z.enum(['EUR', 'USD', 'GBP', 'JPY', 'CHF']).describe('Currency of the amount'),
    sample: 'EUR',
  },
  status: {
    schema: () =>
      z.enum(['draft', 'open', 'pending', 'completed', 'cancelled']).describe('Status to filter by or to set'),
    sample: 'open',
  },
  reason: {
    schema: () => z.string().max(500).describe('Why, in one sentence; kept in the history'),
    sample: 'duplicate',
  },
  format: { schema: () => z.enum(['csv', 'json', 'xlsx', 'pdf']).describe('File format'), sample: 'csv' },
  source: { schema: () => z.url().describe('Address of the file'), sample: 'https://files.example.com/in.csv' },
  assignee: {
    schema: () => z.string().describe('E-mail address of the person, or name of the team'),
    sample: 'a@example.com',
  },
  recipients: {
    schema: () => z.array(z.string()).min(1).max(20).describe('E-mail addresses that get a copy'),
    sample: ['b@example.com'],
  },
  dueDate: { schema: () => z.string().describe('Date, as YYYY-MM-DD'), sample: '2026-12-01' },
  interval: { schema: () => z.enum(['once', 'daily', 'weekly', 'monthly']).describe('How often'), sample: 'weekly' },
  from: { schema: () => z.string().describe('Start of the period, ISO 8601'), sample: '2026-10-01T00:00:00Z' },
  to: { schema: () => z.string().describe('End of the period, ISO 8601, exclusive'), sample: '2026-11-01T00:00:00Z' },
  version: { schema: () => z.int().min(1).describe('Version that the change is based on'), sample: 3 },
  limit: { schema: () => z.int().min(1).max(200).default(50).describe('How many at most'), sample: 20, optional: true },
  cursor: { schema: () => z.string().describe('Where the last page ended'), sample: 'c_88', optional: true },
  sort: { schema: () => z.enum(['created', 'updated', 'name', 'amount']), sample: 'updated', optional: true },
  include: {
    schema: () => z.array(z.enum(['history', 'owner', 'items', 'totals'])).describe('Related data to return too'),
    sample: ['owner'],
    optional: true,
  },
  fields: { schema: () => z.array(z.string()).describe('Only these fields'), sample: ['id', 'status'], optional: true },
  locale: {
    schema: () => z.string().describe('Language of texts, for example de-CH'),
    sample: 'en-GB',
    optional: true,
  },
  notes: { schema: () => z.string().max(2000).describe('Internal notes'), sample: 'call first', optional: true },
  tags: { schema: () => z.array(z.string()).max(20).describe('Labels'), sample: ['priority'], optional: true },
  priority: { schema: () => z.enum(['low', 'normal', 'high', 'urgent']), sample: 'high', optional: true },
  notify: {
    schema: () => z.boolean().default(true).describe('Whether to send a message'),
    sample: false,
    optional: true,
  },
  force: { schema: () => z.boolean().describe('Do it even if it is in use'), sample: false, optional: true },
  dryRun: { schema: () => z.boolean().describe('Only report what would happen'), sample: true, optional: true },
  metadata: {
    schema: () =>
      z
        .object({
          source: z.enum(['web', 'api', 'import']),
          reference: z.string().optional(),
          weightKg: z.number().optional(),
        })
        .describe('Where it came from'),
    sample: { source: 'api', reference: 'PO-7' },
    optional: true,
  },
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof PARAMETERS;

const parameter = (name: ParameterName): Parameter => PARAMETERS[name];

export function inputSchema(
  thing: string,
  required: readonly ParameterName[],
  extras: readonly ParameterName[],
): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of required) {
    const { schema, optional } = parameter(name);
    shape[name] = optional ? schema(thing).optional() : schema(thing);
  }
  for (const name of extras) shape[name] = parameter(name).schema(thing).optional();
  return z.object(shape);
}

/** A typical input of an agent: required parameters and one optional one. */
export function sampleInput(
  required: readonly ParameterName[],
  extras: readonly ParameterName[],
): Record<string, unknown> {
  return Object.fromEntries([...required, ...extras.slice(0, 1)].map((name) => [name, parameter(name).sample]));
}
