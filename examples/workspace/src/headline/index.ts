export { Conversation, type Step } from './conversation.ts';
export { neighbors } from './neighbors.ts';
export { inMemory, Office, type Place } from './office.ts';
export { WAYS, type Way } from './ways.ts';
