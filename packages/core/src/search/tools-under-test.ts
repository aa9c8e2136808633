import { TOOL_DEFAULTS, type Tool } from '../catalog/tool.ts';
import { SearchEngine } from './search-engine.ts';
import type { SearchEngineOptions } from './search-types.ts';

/** A tool with defaults for every field that the test does not set. */
export function tool(id: string, description = '', more: Partial<Tool> = {}): Tool {
  const [server = '', name = ''] = id.split('/');
  return {
    ...TOOL_DEFAULTS,
    id,
    server,
    name,
    summary: '',
    description,
    category: server,
    inputSchema: {},
    ...more,
  };
}

export function engineWith(tools: readonly Tool[], options: SearchEngineOptions = {}): SearchEngine {
  const engine = new SearchEngine(options);
  for (const each of tools) engine.upsert(each);
  return engine;
}

/** Tools of a small office, with several similar ones for most requests. */
export const OFFICE: readonly Tool[] = [
  tool('google-drive/getDocument', 'Retrieves a document from Google Drive'),
  tool('google-drive/listFiles', 'Lists files and folders'),
  tool('google-drive/uploadFile', 'Uploads a file to a folder'),
  tool('salesforce/updateRecord', 'Updates a record'),
  tool('salesforce/query', 'Runs a SOQL query'),
  tool('salesforce/createLead', 'Creates a lead'),
  tool('slack/post_message', 'Posts a message to a channel, also about salesforce'),
  tool('slack/list_channels', 'Lists all channels of the workspace'),
  tool('github/create_issue', 'Create a new issue in a repository'),
  tool('github/list_issues', 'List issues of a repository'),
  tool('github/search_code', 'Search source code across repositories'),
  tool('github/merge_pull_request', 'Merge a pull request'),
  tool('payments/refund_payment', 'Refund a payment to the customer, in full or in part'),
  tool('payments/create_invoice', 'Create an invoice for a customer'),
  tool('payments/list_invoices', 'Find and list invoices'),
  tool('files/convert_pdf', 'Convert a document to PDF'),
  tool('weather/forecast', 'Weather forecast for a city'),
  tool('calendar/create_event', 'Create a calendar event with attendees'),
];
