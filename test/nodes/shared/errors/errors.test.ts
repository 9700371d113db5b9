import { NodeOperationError } from 'n8n-workflow';
import { nodeError } from '../../../../nodes/shared/errors/errors';
import { itemFailure } from '../../../../nodes/shared/items/itemFailure';
import { explainUnexpected } from '../../../../nodes/shared/errors/unexpected';
import { PlatformError, type Reach } from '../../../../platform/errors/errors';
import { someNode } from '../../../support/someNode';

type Sent = [isRequest: boolean, isChange: boolean];

const node = someNode();

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
};

test.each([
  ['a TypeError', () => (undefined as never as { map(): void }).map()],
  ['a RangeError', () => new Date(Number.NaN).toISOString()],
  ['a URIError', () => decodeURIComponent('%')],
  ['a SyntaxError', () => JSON.parse('<html>token-1')],
  [
    'a plain object',
    () => {
      throw { code: 1 };
    },
  ],
])('%s never reaches a user raw', (_what, work) => {
  const error = thrownBy(work);
  const failure = nodeError(node, error, 3);
  expect(failure.message).toBe('The response of the platform could not be read');
  expect(failure.description).toContain('check the platform first');
  expect(failure.context.itemIndex).toBe(3);
  const kept = JSON.stringify({ ...failure, messages: failure.messages, cause: failure.cause });
  if (error instanceof Error) expect(kept).not.toContain(error.message);
});

test.each<[string, Sent, string, RegExp, Reach]>([
  [
    'before anything was sent',
    [false, false],
    'The values of this item could not be read',
    /^(?!.*may have been done).*Nothing was sent/,
    'never',
  ],
  [
    'after a read',
    [true, false],
    'The response of the platform could not be read',
    /^(?!.*may have been done).*Nothing was changed/,
    'never',
  ],
  [
    'after a change',
    [true, true],
    'The response of the platform could not be read',
    /may have been made/,
    'unknown',
  ],
])(
  'an unexpected error is reported by how far the request got: %s',
  (_when, [isRequestSent, isChangeSent], message, description, reach) => {
    const sendProgress = { isRequestSent, isChangeSent, isChangeMade: false };
    const error = new TypeError('x is not a function');
    const execution = { getNode: () => node } as never;
    const failure = itemFailure(
      { execution, itemIndex: 0, sendProgress, parameters: {} as never },
      error,
    );
    expect(failure.message).toBe(message);
    expect(failure.description).toMatch(description);
    expect(explainUnexpected(error, sendProgress)).toMatchObject({ reach });
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    expect(explainUnexpected(full, sendProgress)).toMatchObject({ reach });
  },
);

test('a full disk is reported as what it is', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  expect(nodeError(node, error).message).toContain('no space left on device');
});

test.each(['x', '&', '\n   ', '世'])('an error text is bounded: %j', (character) => {
  const long = character.repeat(200_000);
  const failures = [
    nodeError(node, new PlatformError(`a${long}`, { hint: `b${long}`, reach: 'answered' })),
    nodeError(node, new NodeOperationError(node, `a${long}`, { description: `b${long}` })),
  ];
  for (const { message, description, messages, context } of failures) {
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1_000);
    expect(Buffer.byteLength(description ?? '')).toBeLessThanOrEqual(8_000);
    expect(Buffer.byteLength(`${message}${description}`)).toBeLessThan(10_000);
    expect(Buffer.byteLength(JSON.stringify([messages, context]))).toBeLessThan(25_000);
  }
});

test('short texts stay as they are', () => {
  const failure = nodeError(
    node,
    new PlatformError('No run', { hint: 'Look: a < b', reach: 'never' }),
  );
  expect([failure.message, failure.description]).toEqual(['No run', 'Look: a < b']);
});
