import type { JsonSchema, Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';

type Parameters = Readonly<Record<string, JsonSchema>>;

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** Twenty tools of the five servers that the seed names. */
export const SERVERS: Readonly<
  Record<string, Readonly<Record<string, readonly [about: string, parameters: Parameters]>>>
> = {
  'google-drive': {
    getDocument: ['Retrieves a document from Google Drive', { documentId: text('Which document') }],
    listFiles: ['Lists files in a folder of Google Drive', { folderId: text('Which folder') }],
    createDocument: ['Creates a document in Google Drive', { title: text('Its title'), content: text('Its text') }],
    shareFile: ['Shares a file with a person', { fileId: text('Which file'), email: text('With whom') }],
  },
  salesforce: {
    updateRecord: [
      'Updates a record in Salesforce',
      { objectType: text('Type'), recordId: text('Id'), data: { type: 'object' } },
    ],
    getRecord: ['Reads a record from Salesforce', { recordId: text('Id') }],
    createLead: ['Creates a lead in Salesforce', { name: text('Name'), company: text('Company') }],
    queryRecords: ['Runs a query over Salesforce records', { query: text('In the query language of Salesforce') }],
  },
  slack: {
    sendMessage: ['Sends a message to a Slack channel', { channel: text('Where'), text: text('What') }],
    listChannels: ['Lists the channels of a Slack workspace', {}],
    searchMessages: ['Searches Slack messages', { query: text('What for') }],
    addReaction: ['Adds a reaction to a Slack message', { messageId: text('Which'), emoji: text('Reaction') }],
  },
  github: {
    createIssue: ['Creates an issue in a GitHub repository', { repo: text('Where'), title: text('Title') }],
    listPullRequests: ['Lists the pull requests of a GitHub repository', { repo: text('Where') }],
    mergePullRequest: ['Merges a pull request', { repo: text('Where'), number: { type: 'integer' } }],
    searchCode: ['Searches code on GitHub', { query: text('What for') }],
  },
  notion: {
    createPage: ['Creates a page in Notion', { parent: text('Where'), title: text('Title') }],
    getPage: ['Reads a page from Notion', { pageId: text('Which') }],
    queryDatabase: ['Queries a Notion database', { databaseId: text('Which') }],
    appendBlocks: ['Appends blocks to a Notion page', { pageId: text('Which'), blocks: { type: 'array' } }],
  },
};

export function seedTools(): Tool[] {
  return Object.entries(SERVERS).flatMap(([server, tools]) =>
    Object.entries(tools).map(([name, [about, parameters]]) => ({
      ...TOOL_DEFAULTS,
      id: `${server}/${name}`,
      server,
      name,
      summary: about,
      description: about,
      category: server,
      inputSchema: { type: 'object', properties: parameters, required: Object.keys(parameters) },
    })),
  );
}
