// The resources that the scenarios `resources-*` and `caching` expect.
import { ResourceTemplate } from '@modelcontextprotocol/server';
import { PNG } from './samples.mjs';

const WATCHED = 'test://watched-resource';

export function addResources(server) {
  addText(server, 'static-text', 'test://static-text', 'This is the content of the static text resource.');
  addText(server, 'watched', WATCHED, 'This is the content of a resource that can be watched.');
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'One red pixel', mimeType: 'image/png' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: PNG }] }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data by its id', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
}

function addText(server, name, uri, words) {
  server.registerResource(name, uri, { description: 'A text', mimeType: 'text/plain' }, () => ({
    contents: [{ uri, mimeType: 'text/plain', text: words }],
  }));
}
