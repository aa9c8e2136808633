import fc from 'fast-check';

// Calls as models send them, of the server `bank`, whose harmless command is `vault-read`.

/** Every spelling under which a dispatcher accepts a name. */
export const spelled = (name: string) =>
  fc.constantFrom(
    name,
    `bank/${name}`,
    `bank__${name}`,
    `bank.${name}`,
    `mcp__foldout__${name}`,
    `mcp_bank_${name}`,
    `foldout_${name.replaceAll('-', '_')}`,
    name.replaceAll('-', '_'),
    name.toUpperCase(),
    `functions.${name}`,
  );
const nameFields = fc.constantFrom('command', 'name', 'tool', 'toolName', 'tool_name', 'action');
const placed = (args: object) =>
  fc.constantFrom<object>(
    {},
    args,
    { input: args },
    { args },
    { arguments: JSON.stringify(args) },
    { params: args, select: ['name'] },
    { input: args, select: ['name'], context: 'any' },
  );

/** A call of `name`, in any form that a model may send. */
const anyCall = (name: string) =>
  fc
    .tuple(nameFields, spelled(name), placed({ id: '1' }))
    .map(([field, spelling, rest]) => ({ [field]: spelling, ...rest }));

/** Calls of `name`: alone, in a list, in a chain, behind references, and through a dispatcher inside of a dispatcher. */
export function routesTo(name: string) {
  const inner = anyCall(name);
  const lists = fc.oneof(
    inner.map((call) => ({ commands: [call] })),
    inner.map((call) => ({ commands: JSON.stringify([call]) })),
    inner.map((call) => ({ commands: [{ command: 'vault-read' }, call], options: { parallelism: 2 } })),
    inner.map((call) => ({ steps: [call] })),
    inner.map((call) => ({
      steps: [{ command: 'vault-read', as: 'one' }, call],
      options: { continueOnFailure: true },
    })),
    fc.constant({ steps: [{ command: 'vault-read' }, { command: '$prev.command', input: '$prev.input' }] }),
  );
  const nested = fc
    .tuple(
      nameFields,
      fc.constantFrom(
        'afd-batch',
        'afd-pipe',
        'afd-call',
        'afd-call-destructive',
        'run_code',
        'invoke_tool',
        'afd-more',
      ),
      fc.oneof(lists, inner),
    )
    .chain(([field, dispatcher, args]) =>
      fc
        .tuple(spelled(dispatcher), placed(args))
        .map(([spelling, rest]) => ({ [field]: spelling, code: `await callTool('bank', '${name}', {})`, ...rest })),
    );
  return fc.oneof(
    inner,
    lists,
    nested,
    nested.map((call) => ({ commands: [call], steps: [call] })),
  );
}
