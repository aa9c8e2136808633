import type { JsonObject } from '@foldout/core';
import type { HITLRequest, HITLResponse, InterruptOnConfig } from 'langchain';

/** Names of tools, as in the option of `humanInTheLoopMiddleware`. `true` allows every decision. */
export type InterruptOn = Readonly<Record<string, boolean | Pick<InterruptOnConfig, 'allowedDecisions'>>>;

type DecisionType = InterruptOnConfig['allowedDecisions'][number];

const EVERY_DECISION: DecisionType[] = ['approve', 'edit', 'reject'];

interface Approval {
  /** The input to run the tool with, which a person may have edited. */
  readonly input: JsonObject;
  /** What the model reads instead of a result. */
  readonly refused?: string;
}

/**
 * Interrupts the run until a person decides, with the request and the response of `humanInTheLoopMiddleware`. Undefined
 * for tools that need no approval.
 */
export async function askForApproval(
  interruptOn: InterruptOn,
  name: string | undefined,
  input: JsonObject,
): Promise<Approval | undefined> {
  const rule = name !== undefined && Object.hasOwn(interruptOn, name) && interruptOn[name];
  if (name === undefined || !rule) return undefined;
  const allowedDecisions = rule === true ? EVERY_DECISION : rule.allowedDecisions;
  const description = `Tool execution requires approval\n\nTool: ${name}\nArgs: ${JSON.stringify(input, null, 2)}`;
  const { interrupt } = await import('@langchain/langgraph');
  const response = interrupt<HITLRequest, HITLResponse>({
    actionRequests: [{ name, args: input, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions }],
  });
  const [decision] = response.decisions;
  if (!decision || !allowedDecisions.includes(decision.type))
    throw new Error(`'${name}' waits for one of these decisions: ${allowedDecisions.join(', ')}.`);
  if (decision.type === 'approve') return { input };
  if (decision.type === 'reject')
    return { input, refused: decision.message ?? `The user rejected the call of ${name}.` };
  if (decision.editedAction.name !== name)
    throw new Error(`An edit of '${name}' can change its arguments, not its name.`);
  return { input: decision.editedAction.args };
}
