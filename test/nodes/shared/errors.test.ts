import {
  type IExecuteFunctions,
  LoggerProxy,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import { buildClientSource, readCredential } from '../../../nodes/shared/client/connect';
import {
  cancelledError,
  cutText,
  buildDescriptionHtml,
  getFacts,
  buildNodeError,
  addFacts,
  maskSecrets,
  explainUnexpected,
  createRequestProgress,
} from '../../../nodes/shared/errors/errors';
import { completeFailedItem, findFirstInputIndex } from '../../../nodes/shared/items/failedItem';
import { MutationReports } from '../../../nodes/shared/operation/hints';
import {
  type ErrorCode,
  InvalidInputError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedResponseError,
} from '../../../platform/common/errors/errors';
import { buildTestNode } from '../../support/buildTestNode';

const node = buildTestNode({ parameters: { value: 'secret-1', other: 'open' } });
const answered = { hint: 'Look.' } as const;

/** As n8n's own errors are known: by what all versions of them have. */
const ofN8n = (message: string) =>
  Object.assign(new Error(message), { level: 'warning', tags: {} });
const failed = (code: ErrorCode) => new PlatformError('x', { ...answered, code });

test.each<[unknown, ErrorCode, boolean]>([
  [new InvalidInputError('no', 'Look.'), 'INVALID_VALUE', false],
  [ofN8n('no'), 'INVALID_VALUE', false],
  [new PlatformError('no', { ...answered, status: 403 }), 'NOT_ALLOWED', false],
  [new OutcomeUnknownError(new PlatformError('x', answered)), 'OUTCOME_UNKNOWN', true],
  [new PlatformError('half', { ...answered, effect: 'made' }), 'PLATFORM_ERROR', true],
  [new PlatformError('x', { ...answered, effect: 'unknown' }), 'PLATFORM_ERROR', true],
  [new UnexpectedResponseError('of a read, perhaps', answered), 'PLATFORM_ERROR', false],
  [failed('RUN_FAILED'), 'RUN_FAILED', true],
  [failed('APP_FAILED'), 'APP_FAILED', true],
  [failed('RUN_STOPPED'), 'RUN_STOPPED', true],
  [failed('TIMED_OUT'), 'TIMED_OUT', true],
  [cancelledError(node), 'CANCELLED', false],
  ['what is no error', 'PLATFORM_ERROR', false],
])('%s has the code %s; a change may have been made: %s', (error, errorCode, mayHaveHappened) => {
  expect(getFacts(error)).toEqual({ errorCode, mayHaveHappened, knownFields: {} });
  expect(getFacts(buildNodeError(node, error, 2))).toMatchObject({ errorCode, mayHaveHappened });
});

test('what is known of a failure stays, and what is learned later is added', () => {
  const failure = addFacts(buildNodeError(node, failed('NOT_FOUND'), 2), {
    knownFields: { id: 7 },
  });
  addFacts(failure, { mayHaveHappened: true, knownFields: { id: 8, name: 'A' } });
  expect(buildNodeError(node, failure)).toBe(failure);
  expect(failure).toMatchObject({ errorCode: 'NOT_FOUND', context: { itemIndex: 2 } });
  expect(getFacts(failure)).toEqual({
    errorCode: 'NOT_FOUND',
    mayHaveHappened: true,
    knownFields: { id: 7, name: 'A' },
  });
});

test('a refused value is an operation error, a refusal of the platform an API error with its status', () => {
  const ofValue = buildNodeError(node, new InvalidInputError('no', 'Look.'));
  expect(ofValue).toBeInstanceOf(NodeOperationError);
  // n8n would put words of its own in the place of the code.
  const message = 'Nothing responds at a.invalid: ECONNREFUSED';
  const ofPlatform = buildNodeError(node, new PlatformError(message, { ...answered, status: 503 }));
  expect(ofPlatform).toBeInstanceOf(NodeApiError);
  expect(ofPlatform).toMatchObject({ httpCode: '503', description: 'Look.', message });
});

test('secret parameters that the node has are hidden, and only those', () => {
  const failure = buildNodeError(node, new PlatformError('no', answered));
  expect(maskSecrets(failure, ['absent']).node).toBe(node);
  expect(maskSecrets(failure, ['absent', 'value']).node).toEqual({
    ...node,
    parameters: { value: '***', other: 'open' },
  });
});

test.each(['x', '&', '\n   ', '世'])('an error text is bounded: %j', (character) => {
  const long = character.repeat(200_000);
  const ofN8nNode = new NodeOperationError(node, `a${long}`, { description: `b${long}` });
  ofN8nNode.messages = ['a', 'b', 'c', long];
  const failures = [
    buildNodeError(node, new PlatformError(`a${long}`, { hint: `b${long}` })),
    buildNodeError(node, ofN8nNode),
  ];
  for (const { message, description, messages, context } of failures) {
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1_000);
    expect(Buffer.byteLength(description ?? '')).toBeLessThanOrEqual(8_000);
    expect(Buffer.byteLength(`${message}${description}`)).toBeLessThan(10_000);
    expect(Buffer.byteLength(JSON.stringify([messages, context]))).toBeLessThan(25_000);
    expect(messages.length).toBeLessThanOrEqual(3);
  }
});

test.each([
  ['x'.repeat(10), 10, 'x'.repeat(10)],
  ['x'.repeat(11), 10, `${'x'.repeat(7)}…`],
  ['世世世', 9, '世世世'],
  ['世世世世', 10, '世世…'],
])('%j, cut to %i bytes, is %j', (text, bytes, shown) => {
  expect(cutText(text, bytes)).toBe(shown);
});

test.each([
  ['lines', 'first\nsecond\r\nthird', 'first<br>second<br>third'],
  ['indents', 'a\n  b  c\n\td', 'a<br>&nbsp;&nbsp;b  c<br>&nbsp;&nbsp;&nbsp;&nbsp;d'],
  ['what looks like HTML', '<b>5 > 4</b> &amp;', '&lt;b&gt;5 &gt; 4&lt;/b&gt; &amp;amp;'],
  ['what n8n would replace', '`x` %%PARAMETER%%', '&#96;x&#96; &#37;&#37;PARAMETER&#37;&#37;'],
])('the editor shows a description with its %s', (_what, description, html) => {
  expect(buildDescriptionHtml(description)).toBe(html);
  const failure = buildNodeError(node, new PlatformError('no', { ...answered, hint: description }));
  expect(failure.description).toBe(description);
  expect(failure.context.descriptionTemplate).toBe(html);
});

describe('an unexpected error', () => {
  const bug = () => new TypeError('x is not a function');
  const onDisk = { code: 'ENOSPC', syscall: 'write' };
  const diskFull = Object.assign(new Error('ENOSPC: no space left on device'), onDisk);
  const withCode = Object.assign(new Error('x'), { code: 'X' });
  const request = { isRequestSent: true, isChangeSent: false, isChangeMade: false };
  const change = { ...request, isChangeSent: true };
  const values = 'The values of this item could not be read';
  const response = 'The response of the platform could not be read';
  const machine = 'The machine that n8n runs on reported: ENOSPC: no space left on device';

  test.each([
    [bug(), createRequestProgress(), 'none', values, 'Nothing was sent. Check the expressions'],
    [bug(), request, 'none', response, 'Nothing was changed. Try'],
    [bug(), change, 'unknown', response, 'Check the platform first. The change was sent and may'],
    [bug(), undefined, 'unknown', response, 'changes something, check the platform first.'],
    [diskFull, createRequestProgress(), 'none', machine, 'Nothing was sent. Fix the cause'],
    [diskFull, change, 'unknown', machine, 'The change was sent and may have been made. Fix'],
    [withCode, request, 'none', response, 'Nothing was changed.'],
    [{ code: 1 }, request, 'none', response, 'Nothing was changed.'],
  ])(
    '%s, after %j, is reported by how far the request got',
    (error, sent, effect, message, hint) => {
      const explained = explainUnexpected(error, sent);
      expect(explained).toMatchObject({ effect, message, hint: expect.stringContaining(hint) });
      const failure = buildNodeError(node, error, 3);
      expect(failure.context.itemIndex).toBe(3);
      const kept = JSON.stringify({ ...failure, messages: failure.messages, cause: failure.cause });
      expect(kept).not.toContain('is not a function');
    },
  );

  test('leaves in the log where it happened, and no words of it', () => {
    const warn = jest.spyOn(LoggerProxy, 'warn').mockReturnValue();
    explainUnexpected(new TypeError('secret-1'), createRequestProgress());
    const logged = JSON.stringify(warn.mock.calls);
    warn.mockRestore();
    expect(logged).toContain('errors.test');
    expect(logged).not.toContain('secret-1');
  });

  test('is none that a node or n8n reports, which stays as it is', () => {
    const known = [
      new PlatformError('no', answered),
      ofN8n('no'),
      new NodeOperationError(node, 'no'),
    ];
    expect(known.map((error) => explainUnexpected(error, createRequestProgress()))).toEqual(known);
  });
});

async function failureOf(thrown: unknown): Promise<unknown> {
  const getCredentials = async () => await Promise.reject(thrown as Error);
  const context = { getCredentials, getNode: () => buildTestNode() };
  return await readCredential(context as never, 'api').catch((error: unknown) => error);
}

test.each([
  [new Error('timeout exceeded'), 'timeout exceeded'],
  ['timeout exceeded', 'timeout exceeded'],
])('a credential that n8n cannot read is reported in words: %p', async (thrown, reason) => {
  expect(await failureOf(thrown)).toMatchObject({
    message: `n8n could not read the credential: ${reason}`,
    description: expect.stringContaining('Try again. Nothing was sent.'),
  });
});

test('what n8n itself says of a credential is left to it', async () => {
  const error = Object.assign(new Error('Not found'), { level: 'warning', tags: {} });
  expect(await failureOf(error)).toBe(error);
});

test("a credential's test explains an error that nobody expected", async () => {
  const testConnection = async () => await Promise.reject(new TypeError('no property of null'));
  const { test: run } = buildClientSource({
    credential: 'api',
    listAddresses: () => [],
    open: () => ({}),
    testConnection,
  });
  const { status, message } = await run.call({ helpers: {} } as never, {} as never);
  expect(status).toBe('Error');
  expect(message).toMatch(
    /^The response of the platform could not be read\. .*Nothing was changed/,
  );
});

describe('reports beside changes', () => {
  const hintsOf = (...reports: Array<[message: string, item?: number]>) => {
    const all = new MutationReports();
    for (const [message, item] of reports) all.add({ message } as never, item);
    return all
      .buildHints()
      .map(({ message }) => message.replace(/^The change .* with errors\. /, ''));
  };

  test.each<[hint: string, items: Array<number | undefined>]>([
    ['full', [undefined]],
    ['full (item 3)', [undefined, 3]],
    ['full (item 1 and 4 more)', [10, 9, 1, 10, 3, 4]],
  ])('%s: of items %j', (hint, items) => {
    expect(hintsOf(...items.map((item): [string, number?] => ['full', item]))).toEqual([hint]);
  });

  test('are bounded and counted', () => {
    const many = Array.from({ length: 11 }, (_, n): [string, number] => [`problem ${n}`, n]);
    expect(hintsOf(...many.slice(1)).at(-1)).toBe('problem 10 (item 10)');
    const hints = hintsOf(['x'.repeat(5_000), 0], ...many);
    expect(hints).toHaveLength(11);
    expect(hints.at(-1)).toBe('2 other reports of this kind');
    expect(hints.join('').length).toBeLessThan(10_000);
  });
});

const cause = new PlatformError('no job', { hint: '', code: 'NOT_FOUND' });
const failure = buildNodeError(node, cause);

function leaving() {
  const execution = {
    getNode: () => ({ ...node, onError: 'continueRegularOutput' }),
    getInputData: () => [{ json: {} }, { json: { row: 1, jobId: 'of the input' } }],
  } as unknown as IExecuteFunctions;
  const json = { jobId: '7', errorCode: 'of the thing', error: 'of the thing' };
  const item = { json, error: failure, pairedItem: { item: 1 } };
  return completeFailedItem(execution, item, false);
}

// In n8n's engine of today: `failedItems.test.ts`.
test('n8n until 1.122, which takes the error off an item, completes it, too', () => {
  const item = leaving();
  item.error = undefined;
  const json = { jobId: '7', error: 'no job', errorCode: 'NOT_FOUND' };
  expect({ ...item }).toMatchObject({ json, pairedItem: { item: 1 } });
  expect(item.json).not.toHaveProperty('row');
});

test('anything else that is written stays', () => {
  const item = leaving();
  item.json = { error: 'no job', more: 1 };
  expect(item.json).toEqual({ error: 'no job', more: 1 });
});

test('of several items that one comes from, the first one counts', () => {
  const several = [{ item: 5 }, { item: 6 }];
  expect([undefined, 3, { item: 4 }, several, []].map(findFirstInputIndex)).toEqual([
    0, 3, 4, 5, 0,
  ]);
});
