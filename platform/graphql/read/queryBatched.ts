import type { FieldNode } from 'graphql';
import { GraphqlResponseError, type GraphqlErrorEntry } from '../../common/errors/errors';
import { ownValue } from '../../common/text/names';
import { groupBy } from '../../common/text/values';
import { printArguments, printDocument, printSelections } from '../document/document';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { GraphqlData } from '../send/request';
import { combinedError } from '../send/responseErrors';
import { isSchemaMismatch } from '../schema/schemaMismatch';
import { restoreNames } from '../selection/members';
import { sendInParts } from './sendInParts';

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

/** @param reads must all have the same signal */
async function sendReads(endpoint: GraphqlEndpoint, reads: readonly Read[]): Promise<void> {
  await sendInParts<Read>(
    {
      async send(part, maxThrottled) {
        const [first, ...others] = part;
        if (!first || others.length > 0) return await sendTogether(endpoint, part, maxThrottled);
        const { field, signal, secrets } = first;
        first.resolve(await queryUnbatched(endpoint, field, { signal, secrets }));
      },
      fail: (part, error) => part.forEach((read) => read.reject(error)),
    },
    reads,
  );
}

/** Sends one request for several reads. Throws the failure if the response settles none of them. */
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
