import {
  type Failure,
  type IAllExecuteFunctions,
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  LoggerProxy,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import { findErrorCode } from '../../../platform/common/errors/errorCodes';
import {
  type ErrorCode,
  InvalidInputError,
  CancelledError,
  PlatformError,
  UnexpectedResponseError,
} from '../../../platform/common/errors/errors';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

export type NodeFailure = NodeApiError | NodeOperationError;

export interface FailureFacts {
  errorCode: ErrorCode;
  /** Whether a requested change may have been made. */
  mayHaveHappened: boolean;
  /** Known fields of the entity that failed, named as in the operation's output. */
  knownFields: IDataObject;
}

/** Keeps the facts outside the errors, because n8n saves an error's own properties. */
const factsByError = new WeakMap<Error, FailureFacts>();

const MAX_MESSAGE_BYTES = 1_000;
const MAX_DESCRIPTION_BYTES = 8_000;

/** Builds the error that the user sees. Its message says what failed, and its description what to do next. */
export function buildNodeError(node: INode, error: unknown, itemIndex?: number): NodeFailure {
  return addFacts(toNodeFailure(node, error, itemIndex), getFacts(error));
}

interface FailedCall {
  execution: IExecuteFunctions;
  itemIndex: number;
  requestProgress: RequestProgress;
}

export function buildItemFailure(
  { execution, itemIndex, requestProgress }: FailedCall,
  error: unknown,
): NodeFailure {
  return buildNodeError(execution.getNode(), explainUnexpected(error, requestProgress), itemIndex);
}

export function getFacts(error: unknown): FailureFacts {
  return (error instanceof Error && factsByError.get(error)) || deriveFacts(error);
}

/** Adds facts to a failure. New values replace old ones, except in `knownFields`, in which the old values are kept. */
export function addFacts<T extends Error>(failure: T, facts: Partial<FailureFacts>): T {
  const { knownFields, ...oldFacts } = getFacts(failure);
  const newFacts = { ...oldFacts, ...facts, knownFields: { ...facts.knownFields, ...knownFields } };
  factsByError.set(failure, newFacts);
  return Object.assign(failure, { errorCode: newFacts.errorCode });
}

/** If the error has one of these codes, the run or app was started. */
const RUN_STARTED_CODES: readonly ErrorCode[] = [
  'RUN_FAILED',
  'RUN_STOPPED',
  'APP_FAILED',
  'TIMED_OUT',
];

function deriveFacts(error: unknown): FailureFacts {
  // Most of n8n's own errors are about values that the user entered.
  const errorCode = isN8nError(error) ? 'INVALID_VALUE' : findErrorCode(error);
  // These errors do not show whether a change was sent. `changeOnce` adds that fact.
  const isOutcomeUnclear =
    error instanceof UnexpectedResponseError || error instanceof CancelledError;
  const mayHaveActed =
    error instanceof PlatformError && !isOutcomeUnclear && error.effect !== 'none';
  const mayHaveHappened = mayHaveActed || RUN_STARTED_CODES.includes(errorCode);
  const madeId = error instanceof PlatformError ? error.madeId : undefined;
  return { errorCode, mayHaveHappened, knownFields: madeId === undefined ? {} : { id: madeId } };
}

function toNodeFailure(node: INode, error: unknown, itemIndex?: number): NodeFailure {
  if (error instanceof NodeApiError || error instanceof NodeOperationError)
    return shortenTexts(error);
  if (error instanceof PlatformError) return buildPlatformFailure(node, error, itemIndex);
  if (isN8nError(error)) return shortenTexts(new NodeOperationError(node, error, { itemIndex }));
  return buildPlatformFailure(node, explainUnexpected(error) as PlatformError, itemIndex);
}

function buildPlatformFailure(node: INode, error: PlatformError, itemIndex?: number): NodeFailure {
  const message = cutText(error.message, MAX_MESSAGE_BYTES);
  const description = cutText(error.hint, MAX_DESCRIPTION_BYTES);
  const httpCode = error.status?.toString();
  const failure =
    error instanceof InvalidInputError
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
  // n8n replaces a message that contains a network error code with a text of its own.
  failure.message = message;
  failure.failure = findFailureCause(error, findErrorCode(error));
  // The editor shows this HTML in place of the description, which stays plain text.
  failure.context.descriptionTemplate = buildBoundedHtml(description, error.link);
  return failure;
}

const CAUSES: Partial<Record<ErrorCode, Failure['cause']>> = {
  RATE_LIMITED: 'rate-limited',
  LOGIN_FAILED: 'credential-invalid',
  NOT_ALLOWED: 'configuration-invalid',
  NOT_FOUND: 'configuration-invalid',
  INVALID_VALUE: 'configuration-invalid',
  NOT_SUPPORTED: 'configuration-invalid',
};

const OUTAGE_STATUSES: readonly unknown[] = [502, 503, 504];

/**
 * Returns the cause of a failed request in n8n's terms. n8n's scheduler needs it to decide when to poll again. Returns undefined if
 * the cause is unknown, for example if the host is not found. Without a cause, n8n treats every 401 and 403 as permanent, even if a
 * gateway returned it.
 */
function findFailureCause(error: PlatformError, code: ErrorCode): Failure | undefined {
  const { isTemporary, page, status, retryAfterMs } = error;
  const isLikelyTemporary = isTemporary || page !== undefined || OUTAGE_STATUSES.includes(status);
  const cause =
    isLikelyTemporary && code !== 'RATE_LIMITED' ? 'temporarily-unavailable' : CAUSES[code];
  if (cause === 'rate-limited' || cause === 'temporarily-unavailable') {
    return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  return cause && { cause };
}

/** Masks secret parameters, because n8n saves an error together with its node and all of the node's parameters. */
export function maskSecrets(
  failure: NodeFailure,
  secretParameters: readonly string[] = [],
): NodeFailure {
  const { node } = failure;
  const secretNames = secretParameters.filter((name) => Object.hasOwn(node.parameters, name));
  if (secretNames.length === 0) return failure;
  const masks = Object.fromEntries(secretNames.map((name) => [name, '***']));
  const parameters = { ...node.parameters, ...masks };
  return Object.assign(failure, { node: { ...node, parameters } });
}

export function cancelledError(node: INode): NodeOperationError {
  const failure = new NodeOperationError(node, 'The execution was canceled', {
    description: 'Nothing more was sent to the platform.',
  });
  return addFacts(failure, { errorCode: 'CANCELLED' });
}

export async function explainErrors<T>(
  context: Pick<IAllExecuteFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw buildNodeError(context.getNode(), error);
  }
}

/**
 * Does the same as `explainErrors`, for a searchable list. If loading the list fails, n8n sends the editor a description only if
 * the error is a NodeApiError. The editor removes dashes from the message, even from a host name, but does not change the
 * description, so a message with dashes becomes part of the description.
 */
export async function explainListErrors<T>(
  context: Pick<IAllExecuteFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  return await explainErrors(context, work).catch((failure: NodeFailure) => {
    const hasDashes = /[-–—]/.test(failure.message);
    const message = hasDashes ? 'The list could not be loaded' : failure.message;
    const texts = hasDashes ? [failure.message, failure.description] : [failure.description];
    const description = texts.filter(Boolean).join('.\n');
    const httpCode = (failure instanceof NodeApiError && failure.httpCode) || undefined;
    const listError = new NodeApiError(
      failure.node,
      { message },
      { message, description, httpCode },
    );
    // n8n replaces a message that contains a network error code with a text of its own.
    throw addFacts(Object.assign(listError, { message }), getFacts(failure));
  });
}

function shortenTexts(failure: NodeFailure): NodeFailure {
  failure.message = cutText(failure.message, MAX_MESSAGE_BYTES);
  failure.messages = failure.messages
    .map((message) => cutText(message, MAX_MESSAGE_BYTES))
    .slice(0, 3);
  if (failure.description)
    failure.description = cutText(failure.description, MAX_DESCRIPTION_BYTES);
  return failure;
}

/** Shortens the description until its HTML fits, because the HTML may be several times as long as the text. */
function buildBoundedHtml(description: string, link: string | null): string {
  let html = buildDescriptionHtml(description, link);
  for (let bytes = MAX_DESCRIPTION_BYTES; Buffer.byteLength(html) > MAX_DESCRIPTION_BYTES;) {
    bytes /= 2;
    html = buildDescriptionHtml(cutText(description, bytes), link);
  }
  return html;
}

/** Shortens a text without cutting a character in two. */
export function cutText(text: string, maxBytes: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes - 3);
  // A character that was cut in two is decoded as a replacement character.
  return `${bytes.toString('utf8').replace(/\uFFFD+$/, '')}…`;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  // n8n shows text between backticks as code, and replaces text between percent signs with the name of a parameter.
  ['`', '&#96;'],
  ['%', '&#37;'],
]);

/** @param link address in the description to make clickable */
export function buildDescriptionHtml(description: string, link: string | null = null): string {
  const html = escapeHtml(description)
    .replace(/^[ \t]+/gm, (indent) => '&nbsp;'.repeat(indent.replaceAll('\t', '    ').length))
    .replaceAll(/\r?\n/g, '<br>');
  if (!link) return html;
  const href = escapeHtml(link);
  return html.replace(href, () => `<a href="${href}" target="_blank">${href}</a>`);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>`%]/g, (character) => ENTITIES.get(character) ?? character);
}

/** The progress of one item, or of the node as a whole. */
export interface RequestProgress {
  isRequestSent: boolean;
  isChangeSent: boolean;
  /** True if a response confirmed a change. A later request of the same item may still fail. */
  isChangeMade: boolean;
}

export function createRequestProgress(): RequestProgress {
  return { isRequestSent: false, isChangeSent: false, isChangeMade: false };
}

type SendCallbacks = Pick<CallOptions, 'onAttempt' | 'onMade'>;

/** @param nodeCallbacks callbacks that track the node as a whole, and are also called */
export function trackSending(
  progress: RequestProgress,
  nodeCallbacks: SendCallbacks = {},
): Required<SendCallbacks> {
  return {
    onAttempt(isChange) {
      progress.isRequestSent = true;
      progress.isChangeSent ||= isChange;
      nodeCallbacks.onAttempt?.(isChange);
    },
    onMade() {
      progress.isChangeMade = true;
      nodeCallbacks.onMade?.();
    },
  };
}

/**
 * Returns an error unchanged if it is written for users. Replaces any other error with a `PlatformError` that says how far the
 * request got.
 * @param progress undefined if it is unknown whether anything was sent
 */
export function explainUnexpected(error: unknown, progress?: RequestProgress): unknown {
  if (error instanceof PlatformError || isN8nError(error)) return error;
  logUnexpected(error);
  const mayBeDone = progress?.isChangeSent ?? true;
  const details = { effect: mayBeDone ? 'unknown' : 'none' } as const;
  const effectText = describeEffect(progress);
  if (isSystemError(error)) {
    return new PlatformError(`The machine that n8n runs on reported: ${error.message}`, {
      ...details,
      hint: `The disk may be full, a file may have been removed, or n8n's storage may be down. ${effectText} Fix the cause, and then try again.`,
    });
  }
  const report =
    'report it to the maintainers of this node, with the operation and the version of the platform.';
  if (progress && !progress.isRequestSent) {
    return new PlatformError('The values of this item could not be read', {
      ...details,
      hint: `One of the values has an unknown format. ${effectText} Check the expressions. If they are right, ${report}`,
    });
  }
  return new PlatformError('The response of the platform could not be read', {
    ...details,
    hint: `The response has an unknown format. ${effectText} Try again. The HTTP Request node with this credential shows the response as received. If this happens again, ${report}`,
  });
}

function describeEffect(progress: RequestProgress | undefined): string {
  if (!progress) {
    return 'If the operation changes something, check the platform first. The change may have been made.';
  }
  if (progress.isChangeSent)
    return 'Check the platform first. The change was sent and may have been made.';
  return progress.isRequestSent ? 'Nothing was changed.' : 'Nothing was sent.';
}

/** Recognizes n8n's own errors, which are written for users. Their classes differ from version to version. */
export function isN8nError(error: unknown): error is Error {
  return error instanceof Error && 'level' in error && 'tags' in error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** Logs where the error happened, but not its message, which may contain data of the platform. */
function logUnexpected(error: unknown): void {
  const { name = typeof error, stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => /^\s+at\s/.test(line));
  LoggerProxy.warn('Unexpected error in a data platform node', { name, frames });
}
