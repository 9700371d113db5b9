import type { FieldNode } from 'graphql';
import {
  GraphqlResponseError,
  wasAnswered,
  type GraphqlErrorEntry,
} from '../../common/errors/errors';
import { ownValue } from '../../common/text/names';
import { groupBy } from '../../common/text/values';
import { printArguments, printDocument, printSelections } from '../document/document';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { GraphqlData } from '../send/request';
import { combinedError } from '../send/responseErrors';
import { isSchemaMismatch } from '../schema/schemaMismatch';
import { restoreNames } from '../selection/members';

interface Read extends Pick<CallOptions, 'signal' | 'secrets'> {
  field: FieldNode;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const batches = new WeakMap<GraphqlEndpoint, Read[]>();

/**
 * Reads one root field. Simultaneous reads, such as those of many items, share requests. Each read has its own alias, and a read
 * that fails does not affect the others.
 * @throws the errors of a query of this field
 */
export async function queryBatched(
  endpoint: GraphqlEndpoint,
  field: FieldNode,
  { signal, secrets }: CallOptions = {},
): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const read: Read = { field, signal, secrets, resolve, reject };
    const batch = batches.get(endpoint);
    if (batch) {
      batch.push(read);
      return;
    }
    batches.set(endpoint, [read]);
    // By then, all items that can read now have added their reads.
    setImmediate(() => sendBatch(endpoint));
  });
}

/** Reads one root field in a separate request. */
export async function queryUnbatched(
  endpoint: GraphqlEndpoint,
  field: FieldNode,
  options?: CallOptions,
): Promise<unknown> {
  const query = printDocument('query', [field]);
  const data = await endpoint.query({ query }, options);
  return restoreNames(ownValue(data, field.name.value), query);
}

function sendBatch(endpoint: GraphqlEndpoint): void {
  const reads = batches.get(endpoint) ?? [];
  batches.delete(endpoint);
  for (const group of groupBy(reads, ({ signal }) => signal).values()) {
    void sendReads(endpoint, group);
  }
}

/** A response with this many root fields is within the limits of most platforms. */
export const MAX_READS_PER_REQUEST = 100;

/** A rate limit that counts root fields may be lower than the number of root fields in a request, so waiting does not help. */
const MAX_THROTTLED_SENDS = 3;

/** @param reads must all have the same signal */
async function sendReads(endpoint: GraphqlEndpoint, reads: readonly Read[]): Promise<void> {
  const requests: Array<Promise<void>> = [];
  for (let start = 0; start < reads.length; start += MAX_READS_PER_REQUEST) {
    requests.push(sendOrSplit(endpoint, reads.slice(start, start + MAX_READS_PER_REQUEST)));
  }
  await Promise.all(requests);
}

/**
 * Sends one request. If it is refused, perhaps for its size, sends two of its reads separately. If both are also refused, the size is
 * not the reason, and all reads fail.
 */
async function sendOrSplit(endpoint: GraphqlEndpoint, reads: readonly Read[]): Promise<void> {
  try {
    await sendRequest(endpoint, reads, MAX_THROTTLED_SENDS);
  } catch (error) {
    if (reads.length === 1 || !mayBeAboutSize(error)) return rejectAll(reads, error);
    const [first, second, ...others] = reads as [Read, Read, ...Read[]];
    const isFirstAccepted = await sendAlone(endpoint, first);
    const isSecondAccepted = await sendAlone(endpoint, second);
    if (isFirstAccepted || isSecondAccepted) await sendInHalves(endpoint, others);
    else rejectAll(others, error);
  }
}

/** Sends requests with half of the reads, and halves them again until one is accepted. Sends the remaining reads in that size. */
async function sendInHalves(endpoint: GraphqlEndpoint, reads: readonly Read[]): Promise<void> {
  let size = Math.ceil(reads.length / 2);
  for (let at = 0; at < reads.length;) {
    const half = reads.slice(at, at + size);
    try {
      await sendRequest(endpoint, half, 1);
    } catch (error) {
      if (half.length > 1 && mayBeAboutSize(error)) {
        size = Math.ceil(half.length / 2);
        continue;
      }
      rejectAll(half, error);
      // The size was not the reason, so all remaining reads are sent together.
      size = reads.length;
    }
    at += half.length;
  }
}

/** Sends and settles one read. @returns false if it failed */
async function sendAlone(endpoint: GraphqlEndpoint, read: Read): Promise<boolean> {
  try {
    await sendRequest(endpoint, [read]);
    return true;
  } catch (error) {
    read.reject(error);
    return false;
  }
}

function rejectAll(reads: readonly Read[], error: unknown): void {
  for (const read of reads) read.reject(error);
}

/** With these, gateways, firewalls and servers refuse a large or suspicious body. */
const SIZE_STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 413, 414, 422, 500]);

/** Returns true if a smaller request may be accepted. Few servers say that they refused a request for its size or cost. */
function mayBeAboutSize(error: unknown): boolean {
  if (!wasAnswered(error)) return false;
  if (error instanceof GraphqlResponseError) return !isSchemaMismatch(error);
  // A rate limit never accepts a request that is larger than the limit.
  const isTooManyRequests = error.rateLimit?.isTooManyRequests === true;
  return error.page !== undefined || SIZE_STATUSES.has(error.status) || isTooManyRequests;
}

/**
 * Sends one request for the reads, and settles them. Throws if the response settles none of them.
 * @param maxThrottled maximum number of throttled sends, after which the request counts as too large
 */
async function sendRequest(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  maxThrottled?: number,
): Promise<void> {
  const [first, ...others] = reads;
  if (!first || others.length > 0) return await sendTogether(endpoint, reads, maxThrottled);
  const { field, signal, secrets } = first;
  first.resolve(await queryUnbatched(endpoint, field, { signal, secrets }));
}

async function sendTogether(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  maxThrottled: number | undefined,
): Promise<void> {
  let failure: GraphqlResponseError | undefined;
  let data: GraphqlData = {};
  try {
    data = await endpoint.query(
      { query: writeAliasedQuery(reads) },
      {
        signal: reads[0]?.signal,
        secrets: [...new Set(reads.flatMap((read) => read.secrets ?? []))],
        onPartialData: (error) => (failure = error),
        maxThrottled,
      },
    );
  } catch (error) {
    if (isSchemaMismatch(error)) return await sendEachKind(endpoint, reads, error);
    if (!(error instanceof GraphqlResponseError)) throw error;
    failure = error;
  }
  const unsettled = settleReturned(endpoint, reads, data, failure);
  if (failure && unsettled.length === reads.length) throw failure;
  await sendReads(endpoint, unsettled);
}

/** Sends each kind of read separately, because perhaps only one kind does not fit the schema. Throws if there is only one kind. */
async function sendEachKind(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  refusal: GraphqlResponseError,
): Promise<void> {
  const kinds = [...groupBy(reads, getKindKey).values()];
  if (kinds.length === 1) throw refusal;
  await Promise.all(kinds.map((kind) => sendReads(endpoint, kind)));
}

/** Reads of one kind differ only in their arguments. */
function getKindKey({ field }: Read): string {
  return `${field.name.value} ${printSelection(field)}`;
}

function writeAliasedQuery(reads: readonly Read[]): string {
  const fields = reads.map(
    ({ field }, index) =>
      `${getAlias(index)}: ${field.name.value}${printArguments(field)} ${printSelection(field)}`,
  );
  return `query { ${fields.join(' ')} }`;
}

function printSelection({ selectionSet }: FieldNode): string {
  return selectionSet ? printSelections(selectionSet.selections) : '';
}

/** Settles the reads whose field has a value or errors in the response. @returns the other reads, which must be sent again */
function settleReturned(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  data: GraphqlData,
  failure: GraphqlResponseError | undefined,
): Read[] {
  return reads.filter((read, index) => {
    const alias = getAlias(index);
    const value = ownValue(data, alias);
    const errors = failure?.errors.filter(({ path }) => path?.[0] === alias) ?? [];
    if (errors.length > 0) {
      read.reject(buildFailure(endpoint, read, errors));
      return false;
    }
    const isUnsettled = failure !== undefined && (value === undefined || value === null);
    if (!isUnsettled) read.resolve(restoreNames(value, printSelection(read.field)));
    return isUnsettled;
  });
}

/** Builds the error that a request with only this read would get. */
function buildFailure(
  endpoint: GraphqlEndpoint,
  { field }: Read,
  errors: readonly GraphqlErrorEntry[],
): GraphqlResponseError {
  const ownErrors = errors.map(({ path = [], ...entry }) => ({
    ...entry,
    path: [field.name.value, ...path.slice(1)],
  }));
  const failure = combinedError('The platform responded', ownErrors, undefined, {});
  endpoint.explainRefusal(failure, { query: printDocument('query', [field]) });
  return failure;
}

function getAlias(index: number): string {
  return `item${index}`;
}
