import type { FieldNode } from 'graphql';
import { GraphqlResponseError, type GraphqlErrorEntry } from '../../errors/errors';
import { ownValue } from '../../text/names';
import { printArguments, printDocument, printSelections } from '../document/document';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { GraphqlData } from '../send/request';
import { combinedError } from '../send/responseErrors';
import { isSchemaRefusal } from '../schema/schemaRefusal';
import { sendInParts } from './sendInParts';

interface Read extends Pick<CallOptions, 'signal' | 'secrets'> {
  field: FieldNode;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const batches = new WeakMap<GraphqlEndpoint, Read[]>();

/**
 * Reads one root field. Reads that are asked for at the same moment, as those of many items, share requests: each has
 * an alias of its own, and one that fails leaves the others alone.
 * @throws what a query of this field alone throws
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
    // By then every item has asked that can ask now.
    setImmediate(() => sendBatch(endpoint));
  });
}

function sendBatch(endpoint: GraphqlEndpoint): void {
  const reads = batches.get(endpoint) ?? [];
  batches.delete(endpoint);
  for (const signal of new Set(reads.map((read) => read.signal))) {
    void settleReads(
      endpoint,
      reads.filter((read) => read.signal === signal),
    );
  }
}

/** Settles every read; all of them are cancelled together. */
async function settleReads(endpoint: GraphqlEndpoint, reads: readonly Read[]): Promise<void> {
  await sendInParts(
    {
      send: async (some: readonly Read[], maxRefusals) => await send(endpoint, some, maxRefusals),
      fail: (some, error) => some.forEach((read) => read.reject(error)),
    },
    reads,
  );
}

/** Sends one request. @throws why none of its reads has a response, if nothing says which of them failed */
async function send(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  maxRefusals: number,
): Promise<void> {
  const [first] = reads;
  if (!first) return;
  const { field, signal } = first;
  const secrets = [...new Set(reads.flatMap((read) => read.secrets ?? []))];
  if (reads.length === 1) {
    const query = printDocument('query', [field]);
    const data = await endpoint.query({ query }, { signal, secrets });
    return first.resolve(ownValue(data, field.alias?.value ?? field.name.value));
  }
  let refusal: GraphqlResponseError | undefined;
  const onPartialData = (error: GraphqlResponseError) => (refusal = error);
  const data = await endpoint
    .query({ query: aliasedQuery(reads) }, { signal, secrets, onPartialData, maxRefusals })
    .catch(async (error: unknown) => {
      if (isSchemaRefusal(error)) return await settleKinds(endpoint, reads, error);
      if (!saysWhichFailed(error, reads)) throw error;
      refusal = error;
      return {};
    });
  if (!data) return;
  const left = settleReturned(reads, data, refusal);
  if (refusal && left.length === reads.length) throw refusal;
  await settleReads(endpoint, left);
}

/** What does not fit the schema fits it for no read of its kind, and says nothing of the others. @throws it, if there are no others */
async function settleKinds(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  refusal: GraphqlResponseError,
): Promise<undefined> {
  const kinds = new Map<string, Read[]>();
  for (const read of reads) {
    const kind = kindOf(read);
    kinds.set(kind, [...(kinds.get(kind) ?? []), read]);
  }
  if (kinds.size === 1) throw refusal;
  await Promise.all([...kinds.values()].map((some) => settleReads(endpoint, some)));
  return undefined;
}

/** Reads of one kind differ only in their arguments. */
function kindOf({ field }: Read): string {
  return `${field.name.value} ${selectionText(field)}`;
}

/** Returns a query of many root fields, each with an alias. */
function aliasedQuery(reads: readonly Read[]): string {
  const fields = reads.map(
    ({ field }, index) =>
      `${aliasOf(index)}: ${field.name.value}${printArguments(field)} ${selectionText(field)}`,
  );
  return `query { ${fields.join(' ')} }`;
}

function selectionText({ selectionSet }: FieldNode): string {
  return selectionSet ? printSelections(selectionSet.selections) : '';
}

function saysWhichFailed(error: unknown, reads: readonly Read[]): error is GraphqlResponseError {
  return (
    error instanceof GraphqlResponseError &&
    reads.some((_read, index) => errorsOf(error, index).length > 0)
  );
}

function errorsOf({ errors }: GraphqlResponseError, index: number): GraphqlErrorEntry[] {
  return errors.filter(({ path }) => path?.[0] === aliasOf(index));
}

/** Settles the reads whose field returned a value or errors. @returns the others, to be asked for again */
function settleReturned(
  reads: readonly Read[],
  data: GraphqlData,
  refusal: GraphqlResponseError | undefined,
): Read[] {
  return reads.filter((read, index) => {
    const value = ownValue(data, aliasOf(index));
    const errors = refusal ? errorsOf(refusal, index) : [];
    const hasValue = !refusal || (value !== undefined && value !== null);
    if (errors.length === 0) {
      if (hasValue) read.resolve(value);
      return !hasValue;
    }
    const own = errors.map(({ path = [], ...entry }) => ({
      ...entry,
      path: [read.field.name.value, ...path.slice(1)],
    }));
    read.reject(combinedError('The platform responded', own, undefined, {}));
    return false;
  });
}

function aliasOf(index: number): string {
  return `item${index}`;
}
