import { describe, expect, it } from 'vitest';
import { clientName, firstList, type Recorded, surfaceOf } from './recording.ts';

const message = (direction: Recorded['direction'], atMs: number, content: unknown): Recorded => ({
  direction,
  atMs,
  message: JSON.stringify(content),
});

describe('a recording of messages', () => {
  const recording = [
    message('in', 1, { method: 'initialize', params: { clientInfo: { version: '1', name: 'some-client' } } }),
    message('out', 5, { result: { capabilities: { tools: {} } } }),
    message('in', 6, { method: 'tools/list' }),
    message('out', 9, { result: { tools: [{ name: 'afd-discover' }, { name: 'afd-call' }] } }),
    message('out', 20, { result: { tools: [{ name: 'other' }] } }),
  ];

  it('tells the first list and the name of the client', () => {
    expect(firstList(recording)).toEqual({ ms: 9, names: ['afd-discover', 'afd-call'] });
    expect(clientName(recording)).toBe('some-client');
    expect(firstList(recording.slice(0, 3))).toBeUndefined();
  });

  it('tells the surface by the listed tools', () => {
    expect(surfaceOf(['afd-discover', 'afd-call'])).toBe('lazy');
    expect(surfaceOf(['count_boxes', 'afd-call'])).toBe('individual');
    expect(surfaceOf(['afd-call', 'afd-batch'])).toBe('none (afd-call, afd-batch)');
  });
});
