export { Conversation, type Step } from './conversation.ts';
export { neighbours } from './neighbours.ts';
export { WAYS, type Way } from './ways.ts';
