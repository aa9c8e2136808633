import { describe, expect, it } from 'vitest';
import { engineWith, tool } from '../tools-under-test.ts';

const TOOLS = [
  tool('tracker/create_issue', 'Opens an issue in a project'),
  tool('tracker/list_issues', 'Lists issues of a project'),
  tool('calendar/create_event', 'Adds an event with guests'),
  tool('calendar/list_events', 'Lists events'),
  tool('team/add_member', 'Adds a person to the team'),
  tool('ops/list_incidents', 'Lists incidents'),
  tool('ops/create_deployment', 'Puts a version live'),
  tool('ci/run_workflow', 'Runs a workflow'),
  tool('crm/search_contacts', 'Searches contacts'),
  tool('crm/list_leads', 'Lists leads'),
  tool('sheets/append_record', 'Appends a record'),
  tool('sheets/create_field', 'Creates a field'),
  tool('cloud/create_server', 'Creates a server'),
  tool('cloud/list_certificates', 'Lists certificates'),
  tool('disk/read_file', 'Reads from the disk'),
];

/** The engine without word vectors: only the words of the lexicon connect these requests with their tools. */
const engine = engineWith(TOOLS);

describe('words of the field', () => {
  const cases = {
    'there is a bug in the menu': 'tracker/create_issue',
    'create a standup for tuesday': 'calendar/create_event',
    'new colleague': 'team/add_member',
    'outages of this week': 'ops/list_incidents',
    'nightly ci': 'ci/run_workflow',
    'list prospects': 'crm/list_leads',
    'another column': 'sheets/create_field',
    'new vps': 'cloud/create_server',
    'ssl about to expire': 'cloud/list_certificates',
    'the notes.md of monday': 'disk/read_file',
  };
  for (const [query, id] of Object.entries(cases)) {
    it(`finds ${id} for "${query}"`, () => {
      expect(engine.search(query).hits[0]?.tool.id).toBe(id);
    });
  }

  it('prefers the tool that says the word itself', () => {
    const tools = [...TOOLS, tool('pets/list_bugs', 'Lists bugs of the garden')];
    expect(engineWith(tools).search('list bugs').hits[0]?.tool.id).toBe('pets/list_bugs');
  });
});
