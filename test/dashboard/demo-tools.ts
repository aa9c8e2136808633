/** Definitions as servers send them. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
}

const text = (description: string) => ({ type: 'string', description });
const object = (properties: Record<string, object>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});

export const DEMO_SERVERS: Readonly<Record<string, readonly Definition[]>> = {
  github: [
    {
      name: 'create_issue',
      description: 'Create a new issue in a repository. Labels have to exist; assignees need access to the repository.',
      inputSchema: object(
        {
          owner: text('Owner of the repository'),
          repo: text('Name of the repository'),
          title: text('Title of the issue'),
          body: text('What it is about, in Markdown'),
          labels: { type: 'array', items: { type: 'string' }, description: 'Labels to put on it' },
        },
        'owner',
        'repo',
        'title',
      ),
    },
    {
      name: 'list_issues',
      description: 'List the issues of a repository, the newest first, by state, label or assignee.',
      inputSchema: object(
        { owner: text('Owner'), repo: text('Repository'), state: { enum: ['open', 'closed', 'all'] } },
        'owner',
        'repo',
      ),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'close_issue',
      description: 'Close an issue, with a reason and a last comment.',
      inputSchema: object(
        { owner: text('Owner'), repo: text('Repository'), number: { type: 'integer' } },
        'owner',
        'repo',
        'number',
      ),
    },
    {
      name: 'search_code',
      description: 'Search the code of all repositories by words, path and language.',
      inputSchema: object({ query: text('Words, with qualifiers such as path: and language:') }, 'query'),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'create_pull_request',
      description: 'Open a pull request from one branch into another.',
      inputSchema: object(
        {
          owner: text('Owner'),
          repo: text('Repository'),
          head: text('Branch'),
          base: text('Into'),
          title: text('Title'),
        },
        'owner',
        'repo',
        'head',
        'base',
        'title',
      ),
    },
  ],
  files: [
    {
      name: 'read_file',
      description: 'Read a text file, or some lines of it.',
      inputSchema: object(
        { path: text('Path of the file'), from: { type: 'integer' }, to: { type: 'integer' } },
        'path',
      ),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'write_file',
      description: 'Write a text file, replacing what was there.',
      inputSchema: object({ path: text('Path of the file'), content: text('All of it') }, 'path', 'content'),
      annotations: { destructiveHint: true },
    },
    {
      name: 'delete_file',
      description: 'Delete a file. It cannot be brought back.',
      inputSchema: object({ path: text('Path of the file') }, 'path'),
      annotations: { destructiveHint: true },
    },
  ],
  calendar: [
    {
      name: 'find_free_time',
      description: 'Find times at which everybody is free.',
      inputSchema: object(
        { people: { type: 'array', items: { type: 'string' } }, minutes: { type: 'integer' } },
        'people',
      ),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'create_event',
      description: 'Put a meeting into the calendar and invite people.',
      inputSchema: object(
        { title: text('Title'), start: text('ISO 8601'), people: { type: 'array', items: { type: 'string' } } },
        'title',
        'start',
      ),
    },
  ],
};

const VERBS = ['create', 'list', 'get', 'update', 'delete', 'search', 'export', 'import', 'archive', 'assign'];
const THINGS = ['invoice', 'order', 'customer', 'ticket', 'report', 'branch', 'page', 'message', 'device', 'contract'];

/** Generates servers with `toolsEach` tools each. */
export function manyServers(
  servers: number | readonly string[],
  toolsEach: number,
): Record<string, readonly Definition[]> {
  const names =
    typeof servers === 'number'
      ? Array.from({ length: servers }, (_, i) => `server-${String(i + 1).padStart(2, '0')}`)
      : servers;
  return Object.fromEntries(
    names.map((name, s) => [name, Array.from({ length: toolsEach }, (_, i) => toolNumber(s, i))]),
  );
}

function toolNumber(server: number, index: number): Definition {
  const verb = VERBS[index % VERBS.length] as string;
  const thing = THINGS[Math.floor(index / VERBS.length) % THINGS.length] as string;
  const name = `${thing}_${verb}_${server}_${index}`;
  return {
    name,
    description: `${verb} one ${thing} of department ${index}, with all that belongs to it.`,
    inputSchema: object({ id: text(`Id of the ${thing}`), reason: text('Why, in one sentence') }, 'id'),
  };
}
