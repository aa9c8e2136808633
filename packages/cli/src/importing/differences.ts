import type { MergedServer } from '@foldout/gateway/internal';
import { note } from '../output/terminal.ts';

/** Names the servers of clients that differ from those in the configuration, and in which fields. */
export function noteDifferences(servers: readonly MergedServer[]): void {
  for (const { client, name, importedAs, outcome, differs } of servers) {
    const fields = differs.join(', ');
    if (outcome === 'kept') note(`${importedAs}: ${client} has other ${fields}; your configuration stays as it is`);
    if (outcome === 'renamed') note(`${importedAs}: the ${name} of ${client}, which has other ${fields} than ${name}`);
  }
}
