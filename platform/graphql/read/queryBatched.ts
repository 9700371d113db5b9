import { Kind, type FieldNode, type SelectionNode } from 'graphql';
import { GraphqlResponseError } from '../../errors/errors';
import { ownValue } from '../../text/names';
import { printDocument } from '../document/document';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { aliasedBytes, queryAliased } from '../parts/queryAliased';
import { sendInParts } from '../parts/inParts';
import { levelsOf } from '../parts/levelsOf';
import { limitRefusal } from '../parts/refusal';
import { learnRequestLimits, requestLimitsOf } from '../parts/requestLimits';
import { withFewerLevels } from '../parts/withFewerLevels';
import type { GraphqlData } from '../send/request';
import { schemaIfKnown } from '../schema/schemaStore';

export interface ReadOptions extends CallOptions {
  /** Nobody needs to know why it failed, and a part will do: it is not asked for once more by itself. */
  isOptional?: boolean;
}

interface Read extends Pick<ReadOptions, 'signal' | 'isOptional' | 'secrets'> {
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
  { signal, isOptional, secrets }: ReadOptions = {},
): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const read: Read = { field, signal, isOptional, secrets, resolve, reject };
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
  const { levels } = requestLimitsOf(endpoint.url);
  const isShallow = ({ field }: Read) => levels === Infinity || levelsOf([field]) <= levels;
  const deep = reads.filter((read) => !isShallow(read));
  const [first] = reads;
  if (!first) return;
  const request = {
    address: endpoint.url,
    bytesOf: (some: readonly Read[]) => aliasedBytes(endpoint, some.map(fieldOf), aliasOf),
    send: async (some: readonly Read[]) => await send(endpoint, some, first.signal),
    fail: (some: readonly Read[], error: unknown) => some.forEach((read) => read.reject(error)),
  };
  await Promise.all([
    sendInParts(request, deep.length > 0 ? reads.filter(isShallow) : reads),
    ...deep.map((read) => readAlone(endpoint, read)),
  ]);
}

/** Sends one request. @throws why none of its reads has a response, where nothing says which of them failed */
async function send(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const [first] = reads;
  if (first && reads.length === 1) return await readAlone(endpoint, first, true);
  try {
    const secrets = [...new Set(reads.flatMap((read) => read.secrets ?? []))];
    const options = { signal, secrets };
    const { data, refusal } = await queryAliased(endpoint, reads.map(fieldOf), aliasOf, options);
    if (!refusal)
      return reads.forEach((read, index) => read.resolve(ownValue(data, aliasOf(index))));
    await settleRefused(endpoint, reads, data, refusal);
  } catch (error) {
    if (saysWhichFailed(error, reads)) return await settleRefused(endpoint, reads, {}, error);
    const refusal = limitRefusal(error);
    if (refusal?.about !== 'levels') throw error;
    // Fewer of them are as deep.
    if (refusal.most) learnRequestLimits(endpoint.url, { levels: refusal.most });
    await Promise.all(reads.map((read) => readAlone(endpoint, read)));
  }
}

/** Settles the reads of a request of which some fields returned a value, or some are named as what failed. */
async function settleRefused(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  data: GraphqlData,
  refusal: GraphqlResponseError,
): Promise<void> {
  const { failed, missing } = resolveReturned(reads, data, refusal);
  await Promise.all([
    ...failed.map((read) => readAlone(endpoint, read)),
    settleReads(endpoint, missing),
  ]);
}

/**
 * Asked for alone, a read that fails does so in its own words. What is refused for its depth is read level by level.
 * @param mustThrow whether the refusal goes to the caller, who settles the read
 */
async function readAlone(endpoint: GraphqlEndpoint, read: Read, mustThrow = false): Promise<void> {
  const { field, signal, secrets, resolve, reject } = read;
  const readRootField = async (node: FieldNode) =>
    await queryBatched(endpoint, node, { signal, secrets });
  const readFewerFields = async (selections: readonly SelectionNode[]) =>
    await readRootField({ ...field, selectionSet: { kind: Kind.SELECTION_SET, selections } });
  const deep = {
    kind: 'query' as const,
    address: endpoint.url,
    schema: schemaIfKnown(endpoint),
    name: field.name.value,
    select: field.selectionSet?.selections ?? [],
    readFewerFields,
    readRootField,
  };
  try {
    const value = await withFewerLevels(deep, async () => {
      const query = printDocument('query', [field]);
      const data = await endpoint.query({ query }, { signal, secrets });
      return ownValue(data, field.alias?.value ?? field.name.value);
    });
    resolve(value);
  } catch (error) {
    if (mustThrow) throw error;
    reject(error);
  }
}

/** Whether an error says which of the reads failed. */
function saysWhichFailed(error: unknown, reads: readonly Read[]): error is GraphqlResponseError {
  if (!(error instanceof GraphqlResponseError)) return false;
  const blamed = new Set(error.errors.map(({ path }) => path?.[0]));
  return reads.some((_read, index) => blamed.has(aliasOf(index)));
}

/** Resolves the reads whose field returned a value. @returns those that failed, and those of which nothing is said */
function resolveReturned(reads: readonly Read[], data: GraphqlData, refusal: GraphqlResponseError) {
  const blamed = new Set(refusal.errors.map(({ path }) => path?.[0]));
  const failed: Read[] = [];
  const missing: Read[] = [];
  reads.forEach((read, index) => {
    const value = ownValue(data, aliasOf(index));
    const isBlamed = blamed.has(aliasOf(index));
    if (isBlamed && !read.isOptional) failed.push(read);
    else if (value !== undefined && value !== null) read.resolve(value);
    else if (isBlamed) read.reject(refusal);
    else missing.push(read);
  });
  // Where nothing says which of them failed, all of them may have.
  return missing.length < reads.length ? { failed, missing } : { failed: missing, missing: [] };
}

function fieldOf({ field }: Read): FieldNode {
  return field;
}

function aliasOf(index: number): string {
  return `item${index}`;
}
