import type { ParameterName } from './parameters.ts';

/** Kinds of business records. Each is a category. */
export const DOMAINS: readonly string[] = [
  ...[
    'order',
    'customer',
    'invoice',
    'payment',
    'product',
    'shipment',
    'subscription',
    'ticket',
    'employee',
    'campaign',
  ],
  ...['project', 'contract', 'vendor', 'warehouse', 'budget', 'lead', 'document', 'device', 'appointment', 'course'],
  ...[
    'article',
    'message',
    'channel',
    'deployment',
    'incident',
    'repository',
    'pipeline',
    'dataset',
    'dashboard',
    'alert',
  ],
  ...['policy', 'claim', 'patient', 'prescription', 'property', 'lease', 'vehicle', 'route', 'flight', 'booking'],
  ...['event', 'venue', 'survey', 'coupon', 'refund', 'account', 'ledger', 'tax', 'asset', 'candidate'],
];

/** Each kind of record exists once per region, which allows up to 100,000 commands. */
export const REGIONS: readonly string[] = [
  '',
  'emea',
  'apac',
  'latam',
  'nordics',
  'uk',
  'dach',
  'japan',
  'india',
  'canada',
];

/** Parts of a record. The empty string is the record itself. */
export const ASPECTS: readonly string[] = [
  ...['', 'note', 'attachment', 'approval', 'template'],
  ...['reminder', 'permission', 'revision', 'comment', 'label'],
];

export interface Verb {
  readonly name: string;
  readonly risk: 'read' | 'write' | 'destructive';
  /** `thing` is the object of the action, for example "approval of an invoice". */
  describe(thing: string): string;
  readonly takes: readonly ParameterName[];
  /** Optional parameters. Each command has some of them. */
  readonly mayTake: readonly ParameterName[];
}

/** Actions, most common first: small sets use the first ones. */
export const VERBS: readonly Verb[] = [
  {
    name: 'create',
    risk: 'write',
    describe: (thing) => `Create a new ${thing}. Returns its id and the status that it starts with.`,
    takes: ['name', 'amount', 'currency'],
    mayTake: ['notes', 'tags', 'assignee', 'dueDate', 'metadata'],
  },
  {
    name: 'get',
    risk: 'read',
    describe: (thing) => `Get one ${thing} by its id, with its current status and the time of its last change.`,
    takes: ['id', 'include'],
    mayTake: ['fields', 'locale'],
  },
  {
    name: 'list',
    risk: 'read',
    describe: (thing) =>
      `List every ${thing}, newest first, with filters and paging. Returns a cursor for the next page.`,
    takes: ['status', 'limit', 'cursor'],
    mayTake: ['from', 'to', 'sort', 'assignee', 'fields'],
  },
  {
    name: 'update',
    risk: 'write',
    describe: (thing) => `Change fields of an existing ${thing}. Fields that are not given keep their value.`,
    takes: ['id', 'name', 'status'],
    mayTake: ['amount', 'notes', 'tags', 'dueDate', 'version'],
  },
  {
    name: 'delete',
    risk: 'destructive',
    describe: (thing) => `Delete a ${thing} for good. Fails while other records still refer to it, unless forced.`,
    takes: ['id', 'reason'],
    mayTake: ['force', 'notify'],
  },
  {
    name: 'search',
    risk: 'read',
    describe: (thing) => `Search for a ${thing} by words in its name, notes and labels. Best matches come first.`,
    takes: ['query', 'limit'],
    mayTake: ['status', 'from', 'to', 'tags', 'sort', 'fields'],
  },
  {
    name: 'export',
    risk: 'read',
    describe: (thing) => `Export each ${thing} of a period to a file and return a link that is valid for one hour.`,
    takes: ['format', 'from', 'to'],
    mayTake: ['fields', 'status', 'locale', 'recipients'],
  },
  {
    name: 'assign',
    risk: 'write',
    describe: (thing) => `Assign a ${thing} to a person or a team, and tell them about it unless asked not to.`,
    takes: ['id', 'assignee'],
    mayTake: ['notify', 'dueDate', 'priority', 'notes'],
  },
  {
    name: 'approve',
    risk: 'write',
    describe: (thing) => `Approve a ${thing} that waits for review. The decision and its reason are recorded.`,
    takes: ['id', 'reason'],
    mayTake: ['notify', 'amount', 'version'],
  },
  {
    name: 'cancel',
    risk: 'destructive',
    describe: (thing) => `Cancel a ${thing} that is not completed yet, and release whatever was reserved for it.`,
    takes: ['id', 'reason'],
    mayTake: ['notify', 'force', 'amount'],
  },
  {
    name: 'archive',
    risk: 'write',
    describe: (thing) => `Move a ${thing} to the archive. It stays readable and no longer shows up in lists.`,
    takes: ['ids', 'reason'],
    mayTake: ['notify', 'dryRun'],
  },
  {
    name: 'restore',
    risk: 'write',
    describe: (thing) => `Bring an archived or cancelled ${thing} back to the status that it had before.`,
    takes: ['ids', 'status'],
    mayTake: ['reason', 'dryRun', 'version'],
  },
  {
    name: 'import',
    risk: 'write',
    describe: (thing) => `Import rows from a file, each as a ${thing}. Reports the rows that were refused, and why.`,
    takes: ['source', 'format'],
    mayTake: ['dryRun', 'tags', 'assignee', 'notify', 'metadata'],
  },
  {
    name: 'duplicate',
    risk: 'write',
    describe: (thing) => `Make a copy of a ${thing} under a new name, without its history.`,
    takes: ['id', 'name'],
    mayTake: ['include', 'assignee', 'tags'],
  },
  {
    name: 'schedule',
    risk: 'write',
    describe: (thing) => `Schedule a ${thing} for a later date, once or at an interval.`,
    takes: ['id', 'dueDate', 'interval'],
    mayTake: ['notify', 'assignee', 'priority'],
  },
  {
    name: 'share',
    risk: 'write',
    describe: (thing) => `Share a ${thing} with people outside the team through a link, with an end date.`,
    takes: ['id', 'recipients'],
    mayTake: ['dueDate', 'notes', 'locale', 'notify'],
  },
  {
    name: 'validate',
    risk: 'read',
    describe: (thing) => `Check a ${thing} against the rules that apply to it and list what would be refused.`,
    takes: ['id', 'version'],
    mayTake: ['fields', 'locale'],
  },
  {
    name: 'merge',
    risk: 'destructive',
    describe: (thing) => `Merge duplicates into one ${thing}. The first id is kept, the others become its aliases.`,
    takes: ['ids', 'reason'],
    mayTake: ['dryRun', 'notify', 'force'],
  },
  {
    name: 'summarize',
    risk: 'read',
    describe: (thing) => `Sum up every ${thing} of a period: counts by status, totals, averages and the change since.`,
    takes: ['from', 'to', 'interval'],
    mayTake: ['currency', 'assignee', 'tags'],
  },
  {
    name: 'audit',
    risk: 'read',
    describe: (thing) => `Show who changed a ${thing}, when, from which value to which, and through which client.`,
    takes: ['id', 'limit'],
    mayTake: ['from', 'to', 'assignee', 'cursor'],
  },
];
