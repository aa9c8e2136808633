import { type Command, createMcpServer, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { INFO } from '../connections.ts';
import { type Row, row } from '../report.ts';

const COMMANDS = 100_000;
const CATEGORIES = 200;

/** Processor time to create a server with very many commands. The schema is shared: making schemas is the library's work. */
export function creationRows(): Row[] {
  const input = z.object({ id: z.string(), limit: z.int().optional(), fields: z.array(z.string()).optional() });
  const define = (index: number): Command =>
    defineCommand({
      name: `thing-${index % CATEGORIES}-act-${index}`,
      category: `thing-${index % CATEGORIES}`,
      description: `Act number ${index} on a thing of a customer. The customer is not told.`,
      tags: ['synthetic'],
      input,
      mutation: index % 2 === 0,
      handler: ({ id }) => success({ id }),
    });
  let commands: Command[] = [];
  const defined = cpuSeconds(() => {
    commands = Array.from({ length: COMMANDS }, (_, index) => define(index));
  });
  const created = cpuSeconds(() => {
    createMcpServer({ ...INFO, commands, toolStrategy: 'lazy' });
  });
  return [
    row(`${COMMANDS}/define`, 'cpu', 'foldout', defined, 's'),
    row(`${COMMANDS}/create`, 'cpu', 'foldout', created, 's'),
  ];
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
