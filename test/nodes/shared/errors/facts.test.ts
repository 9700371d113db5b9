import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
  cancelled,
  cutText,
  explained,
  explainedInList,
  factsOf,
  nodeError,
  withFacts,
  withoutSecrets,
} from '../../../../nodes/shared/errors/errors';
import {
  trackSending,
  newSendProgress,
  explainUnexpected,
} from '../../../../nodes/shared/errors/unexpected';
import {
  CancelledError,
  InvalidInputError,
  OutcomeUnknownError,
  PartlyDoneError,
  PlatformError,
  UnexpectedError,
  type ErrorCode,
} from '../../../../platform/errors/errors';
import { someNode } from '../../../support/someNode';

const node = someNode({ parameters: { value: 'secret-1', other: 'open' } });
const answered = { hint: 'Look.', reach: 'answered' } as const;

/** As n8n's own errors are known: by what all versions of them have. */
const ofN8n = (message: string) =>
  Object.assign(new Error(message), { level: 'warning', tags: {} });

describe('what an error reports beside its message', () => {
  test.each<[string, unknown, ErrorCode, boolean]>([
    ['a refused value', new InvalidInputError('no', 'Look.'), 'INVALID_VALUE', false],
    ['an error of n8n', ofN8n('no'), 'INVALID_VALUE', false],
    ['a refusal', new PlatformError('no', { ...answered, status: 403 }), 'NOT_ALLOWED', false],
    [
      'a lost response',
      new OutcomeUnknownError(new PlatformError('x', answered)),
      'OUTCOME_UNKNOWN',
      true,
    ],
    ['half a change', new PartlyDoneError('half', answered), 'PLATFORM_ERROR', true],
    ['what nobody expected, sent', new UnexpectedError('x', answered), 'PLATFORM_ERROR', true],
    [
      'the same, not sent',
      new UnexpectedError('x', { ...answered, reach: 'never' }),
      'PLATFORM_ERROR',
      false,
    ],
    [
      'a run that failed',
      new PlatformError('x', { ...answered, code: 'RUN_FAILED' }),
      'RUN_FAILED',
      true,
    ],
    [
      'an app that did not start',
      new PlatformError('x', { ...answered, code: 'APP_FAILED' }),
      'APP_FAILED',
      true,
    ],
    [
      'one that was stopped',
      new PlatformError('x', { ...answered, code: 'RUN_STOPPED' }),
      'RUN_STOPPED',
      true,
    ],
    [
      'one that takes long',
      new PlatformError('x', { ...answered, code: 'TIMED_OUT' }),
      'TIMED_OUT',
      true,
    ],
    ['what is no error', 'text', 'PLATFORM_ERROR', false],
  ])('%s', (_what, error, errorCode, mayHaveHappened) => {
    expect(factsOf(error)).toEqual({ errorCode, mayHaveHappened, known: {} });
  });

  test('is reported by the error of the node, too', () => {
    const failure = nodeError(node, new PartlyDoneError('half', answered), 2);
    expect(factsOf(failure)).toMatchObject({ mayHaveHappened: true });
    expect(failure).toMatchObject({ errorCode: 'PLATFORM_ERROR', context: { itemIndex: 2 } });
  });

  test('is not forgotten where the error is made one of a node once more', () => {
    const failure = withFacts(nodeError(node, new PlatformError('no', answered)), {
      errorCode: 'NOT_FOUND',
      known: { id: 7 },
    });
    expect(nodeError(node, failure)).toBe(failure);
    expect(factsOf(failure)).toEqual({
      errorCode: 'NOT_FOUND',
      mayHaveHappened: false,
      known: { id: 7 },
    });
  });

  test('is added to what is known already, which stays', () => {
    const error = withFacts(new Error('no'), { known: { id: 7 } });
    withFacts(error, { mayHaveHappened: true, known: { id: 8, name: 'A' } });
    expect(factsOf(error)).toMatchObject({ mayHaveHappened: true, known: { id: 7, name: 'A' } });
  });
});

describe('the error of a node', () => {
  test('of a value is an operation error, of the platform an API error with its status', () => {
    const ofValue = nodeError(node, new InvalidInputError('no', 'Look.'));
    expect(ofValue).toBeInstanceOf(NodeOperationError);
    const ofPlatform = nodeError(node, new PlatformError('no', { ...answered, status: 503 }));
    expect(ofPlatform).toBeInstanceOf(NodeApiError);
    expect(ofPlatform).toMatchObject({ httpCode: '503', description: 'Look.', message: 'no' });
  });

  test('keeps a message in which n8n would find a network code', () => {
    const message = 'Nothing responds at a.invalid: ECONNREFUSED';
    expect(nodeError(node, new PlatformError(message, answered)).message).toBe(message);
  });

  test('of n8n itself has its words and its item', () => {
    const failure = nodeError(node, ofN8n('The item has no data'), 3);
    expect(failure).toMatchObject({ message: 'The item has no data', context: { itemIndex: 3 } });
  });

  test('names at most three messages of n8n', () => {
    const failure = new NodeOperationError(node, 'no');
    failure.messages = ['a', 'b', 'c', 'd'];
    expect(nodeError(node, failure).messages).toEqual(['a', 'b', 'c']);
  });

  test('shows a description as HTML in the editor, and keeps it as plain text', () => {
    const failure = nodeError(node, new PlatformError('no', { ...answered, hint: 'a < b\nc' }));
    expect(failure.description).toBe('a < b\nc');
    expect(failure.context.descriptionTemplate).toBe('a &lt; b<br>c');
  });

  test('hides secret parameters that the node has, and only those', () => {
    const failure = nodeError(node, new PlatformError('no', answered));
    expect(withoutSecrets(failure, []).node).toBe(node);
    expect(withoutSecrets(failure, ['absent']).node).toBe(node);
    expect(withoutSecrets(failure, ['absent', 'value']).node).toEqual({
      ...node,
      parameters: { value: '***', other: 'open' },
    });
  });

  test('that was cancelled says so', () => {
    const failure = cancelled(node);
    expect(factsOf(failure)).toMatchObject({ errorCode: 'CANCELLED', mayHaveHappened: false });
    expect(factsOf(new CancelledError('never'))).toMatchObject({ errorCode: 'CANCELLED' });
  });
});

test.each([
  [explained, 'No job a-b – c'],
  [explainedInList, 'No job a\u2011b \u2011 c'],
])('%p makes a failure one that the user can read', async (explain, message) => {
  const context = { getNode: () => node };
  const failing = explain(context, async () => {
    throw new PlatformError('No job a-b – c', answered);
  });
  await expect(failing).rejects.toBeInstanceOf(NodeApiError);
  await expect(failing).rejects.toMatchObject({ message });
  expect(await explain(context, async () => 'done')).toBe('done');
});

describe('a text that is cut', () => {
  test.each([
    ['x'.repeat(9), 10, 'x'.repeat(9)],
    ['x'.repeat(10), 10, 'x'.repeat(10)],
    ['x'.repeat(11), 10, `${'x'.repeat(7)}…`],
    ['世世世', 9, '世世世'],
    ['世世世世', 9, '世世…'],
    ['世世世世', 10, '世世…'],
  ])('%j at %i bytes is %j', (text, bytes, shown) => {
    expect(cutText(text, bytes)).toBe(shown);
  });
});

describe('an unexpected error', () => {
  const change = { isRequestSent: true, isChangeSent: true, isChangeMade: false };
  const request = { ...change, isChangeSent: false };
  const diskFull = Object.assign(new Error('ENOSPC: no space left on device'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const report =
    'report it to the maintainers of this node, with the operation and the version of the platform.';

  test.each([
    [
      'before anything was sent',
      new TypeError('x'),
      newSendProgress(),
      'The values of this item could not be read',
      `One of them has an unknown format. Nothing was sent. Check the expressions; if they are right, ${report}`,
    ],
    [
      'after a read',
      new TypeError('x'),
      request,
      'The response of the platform could not be read',
      `It has an unknown format. Nothing was changed. Then try again. If this happens again, ${report}`,
    ],
    [
      'after a change',
      new TypeError('x'),
      change,
      'The response of the platform could not be read',
      `It has an unknown format. Check the platform first. The change was sent and may have been made. Then try again. If this happens again, ${report}`,
    ],
    [
      'at a time that nobody knows',
      new TypeError('x'),
      undefined,
      'The response of the platform could not be read',
      `It has an unknown format. If the operation changes something, check the platform first. The change may have been made. Then try again. If this happens again, ${report}`,
    ],
    [
      'of the machine',
      diskFull,
      newSendProgress(),
      'The machine that n8n runs on reported: ENOSPC: no space left on device',
      'The disk may be full, or a file may have been removed. Nothing was sent. Fix that, and then try again.',
    ],
    [
      'that only looks like one of the machine',
      Object.assign(new Error('x'), { code: 'X' }),
      request,
      'The response of the platform could not be read',
      `It has an unknown format. Nothing was changed. Then try again. If this happens again, ${report}`,
    ],
  ])('%s is reported in words', (_when, error, sent, message, hint) => {
    expect(explainUnexpected(error, sent)).toMatchObject({ message, hint });
  });

  test.each([
    ['an error of the platform', new PlatformError('no', answered)],
    ['one of n8n', ofN8n('no')],
    ['one of a node', new NodeOperationError(node, 'no')],
  ])('%s is none: it stays as it is', (_what, error) => {
    expect(explainUnexpected(error, newSendProgress())).toBe(error);
  });

  test('what is sent for an item is noted for the node as well; a read after a change is no change', () => {
    const [item, whole] = [newSendProgress(), newSendProgress()];
    const { onSent, onMade } = trackSending(item, trackSending(whole));
    for (const sent of [item, whole]) expect(sent).toEqual(newSendProgress());
    onSent(false);
    for (const sent of [item, whole]) expect(sent).toEqual({ ...request });
    onSent(true);
    onSent(false);
    for (const sent of [item, whole]) expect(sent).toEqual({ ...change });
    onMade();
    for (const sent of [item, whole]) expect(sent).toEqual({ ...change, isChangeMade: true });
  });
});
