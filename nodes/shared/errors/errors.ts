import {
  type IAllExecuteFunctions,
  type IDataObject,
  type INode,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';
import { errorCodeOf } from '../../../platform/errors/errorCodes';
import {
  type ErrorCode,
  InvalidInputError,
  CancelledError,
  PlatformError,
  UnexpectedResponseError,
} from '../../../platform/errors/errors';
import { explainUnexpected, isN8nError } from './unexpected';

export type NodeFailure = NodeApiError | NodeOperationError;

/** What a failed item tells beside message and description. */
export interface FailureFacts {
  errorCode: ErrorCode;
  /** Whether a change that was asked for may have been made. */
  mayHaveHappened: boolean;
  /** What is known of the thing that it is about, as the operation puts it out. */
  known: IDataObject;
}

/** Beside the errors: what an error holds, n8n saves with it. */
const factsOfErrors = new WeakMap<Error, FailureFacts>();

/** Together below the 10 kB that an error may have. */
const MESSAGE_BYTES = 1_000;
const DESCRIPTION_BYTES = 8_000;

/** The error a user sees: message what failed, description what to do next, with the item it belongs to. */
export function nodeError(node: INode, error: unknown, itemIndex?: number): NodeFailure {
  const failure = asNodeFailure(node, error, itemIndex);
  return factsOfErrors.has(failure) ? failure : withFacts(failure, factsOf(error));
}

export function factsOf(error: unknown): FailureFacts {
  return (error instanceof Error && factsOfErrors.get(error)) || factsFrom(error);
}

/** The same error, of which more is known. What it says of the thing already stays. */
export function withFacts<Failure extends Error>(
  failure: Failure,
  facts: Partial<FailureFacts>,
): Failure {
  const before = factsOf(failure);
  const after = { ...before, ...facts, known: { ...facts.known, ...before.known } };
  factsOfErrors.set(failure, after);
  return Object.assign(failure, { errorCode: after.errorCode });
}

/** The run that was asked for has begun, whatever became of it. */
const CODES_OF_RUNS: readonly ErrorCode[] = [
  'RUN_FAILED',
  'RUN_STOPPED',
  'APP_FAILED',
  'TIMED_OUT',
];

function factsFrom(error: unknown): FailureFacts {
  // What n8n itself and the checks of the nodes refuse is a value of the user's.
  const errorCode = isN8nError(error) ? 'INVALID_VALUE' : errorCodeOf(error);
  const mayHaveHappened = mayHaveActed(error) || CODES_OF_RUNS.includes(errorCode);
  return { errorCode, mayHaveHappened, known: {} };
}

function mayHaveActed(error: unknown): boolean {
  // A response that cannot be read may be one to a read: `changeOnce` knows.
  if (error instanceof UnexpectedResponseError || error instanceof CancelledError) return false;
  return error instanceof PlatformError && error.effect !== 'none';
}

function asNodeFailure(node: INode, error: unknown, itemIndex?: number): NodeFailure {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return bounded(error);
  if (error instanceof PlatformError) return platformFailure(node, error, itemIndex);
  if (isN8nError(error)) return bounded(new NodeOperationError(node, error, { itemIndex }));
  return platformFailure(node, explainUnexpected(error) as PlatformError, itemIndex);
}

function platformFailure(node: INode, error: PlatformError, itemIndex?: number): NodeFailure {
  const message = cutText(error.message, MESSAGE_BYTES);
  const description = cutText(error.hint, DESCRIPTION_BYTES);
  const httpCode = error.status?.toString();
  const failure =
    error instanceof InvalidInputError
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
  // n8n replaces messages in which it finds a network code by a stock text.
  failure.message = message;
  // The editor takes a description for HTML; this stands in for it there, and the description stays plain text.
  failure.context.descriptionTemplate = boundedHtml(description, error.link);
  return failure;
}

/** n8n saves an error together with the node and all its parameters. */
export function withoutSecrets(
  failure: NodeFailure,
  secretParameters: readonly string[] = [],
): NodeFailure {
  const { node } = failure;
  const hidden = secretParameters.filter((name) => Object.hasOwn(node.parameters, name));
  if (hidden.length === 0) return failure;
  const blanks = Object.fromEntries(hidden.map((name) => [name, '***']));
  const parameters = { ...node.parameters, ...blanks };
  return Object.assign(failure, { node: { ...node, parameters } });
}

/** What a node says that was cancelled before it had done everything. */
export function cancelled(node: INode): NodeOperationError {
  const failure = new NodeOperationError(node, 'The execution was canceled', {
    description: 'Nothing more was sent to the platform.',
  });
  return withFacts(failure, { errorCode: 'CANCELLED' });
}

/** Does what the editor or a poll asks for; a failure becomes an error that the user can read. */
export async function explained<T>(
  context: Pick<IAllExecuteFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw nodeError(context.getNode(), error);
  }
}

/**
 * The same for a searchable list. n8n sends the editor the description of a NodeApiError alone, and the editor takes the dashes
 * out of a message, those of a host's name, too, but leaves the description as it is.
 */
export async function explainedInList<T>(
  context: Pick<IAllExecuteFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  return await explained(context, work).catch((failure: NodeFailure) => {
    const hasDashes = /[-–—]/.test(failure.message);
    const message = hasDashes ? 'The list could not be loaded' : failure.message;
    const texts = hasDashes ? [failure.message, failure.description] : [failure.description];
    const description = texts.filter(Boolean).join('.\n');
    const httpCode = (failure instanceof NodeApiError && failure.httpCode) || undefined;
    const shown = new NodeApiError(failure.node, { message }, { message, description, httpCode });
    // n8n replaces messages in which it finds a network code by a stock text.
    throw withFacts(Object.assign(shown, { message }), factsOf(failure));
  });
}

function bounded(failure: NodeFailure): NodeFailure {
  failure.message = cutText(failure.message, MESSAGE_BYTES);
  failure.messages = failure.messages.map((message) => cutText(message, MESSAGE_BYTES)).slice(0, 3);
  if (failure.description) failure.description = cutText(failure.description, DESCRIPTION_BYTES);
  return failure;
}

/** As HTML, a text may be several times as long. */
function boundedHtml(description: string, link: string | null): string {
  let html = descriptionHtml(description, link);
  for (let bytes = DESCRIPTION_BYTES; Buffer.byteLength(html) > DESCRIPTION_BYTES;) {
    bytes /= 2;
    html = descriptionHtml(cutText(description, bytes), link);
  }
  return html;
}

/** A text of at most so many bytes in UTF-8, cut between characters. */
export function cutText(text: string, mostBytes: number): string {
  // No character takes more than three bytes a unit.
  if (text.length * 3 <= mostBytes || Buffer.byteLength(text) <= mostBytes) return text;
  const bytes = Buffer.from(text.slice(0, mostBytes)).subarray(0, mostBytes - 3);
  // A character that was cut in two becomes a replacement character.
  return `${bytes.toString('utf8').replace(/\uFFFD+$/, '')}…`;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  // n8n makes code of what stands between backticks, and a parameter's name of what stands between two percent signs.
  ['`', '&#96;'],
  ['%', '&#37;'],
]);

/**
 * A description as the editor is to show it: in its own lines, with their indents and every character.
 * @param link an address in it that can be clicked
 */
export function descriptionHtml(description: string, link: string | null = null): string {
  const html = escapeHtml(description)
    .replace(/^[ \t]+/gm, (indent) => '&nbsp;'.repeat(indent.replaceAll('\t', '    ').length))
    .replaceAll(/\r?\n/g, '<br>');
  if (!link) return html;
  const href = escapeHtml(link);
  return html.replace(href, () => `<a href="${href}" target="_blank">${href}</a>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>`%]/g, (character) => ENTITIES.get(character) ?? character);
}
