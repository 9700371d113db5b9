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

const gathering = new WeakMap<GraphqlEndpoint, Read[]>();

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
    const gathered = gathering.get(endpoint);
    if (gathered) {
      gathered.push(read);
      return;
    }
    gathering.set(endpoint, [read]);
    // By then every item has asked that can ask now.
    setImmediate(() => sendGathered(endpoint));
  });
}

function sendGathered(endpoint: GraphqlEndpoint): void {
  const reads = gathering.get(endpoint) ?? [];
  gathering.delete(endpoint);
  for (const signal of new Set(reads.map((read) => read.signal))) {
    void response(
      endpoint,
      reads.filter((read) => read.signal === signal),
    );
  }
}

/** Settles every read; all of them are cancelled together. */
async function response(endpoint: GraphqlEndpoint, reads: readonly Read[]): Promise<void> {
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
    ...deep.map((read) => answerAlone(endpoint, read)),
  ]);
}

/** Sends one request. @throws why none of its reads has a response, where nothing says which of them failed */
async function send(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const [first] = reads;
  if (first && reads.length === 1) return await answerAlone(endpoint, first, true);
  try {
    const secrets = [...new Set(reads.flatMap((read) => read.secrets ?? []))];
    const options = { signal, secrets };
    const { data, refusal } = await queryAliased(endpoint, reads.map(fieldOf), aliasOf, options);
    if (!refusal)
      return reads.forEach((read, index) => read.resolve(ownValue(data, aliasOf(index))));
    await settle(endpoint, reads, data, refusal);
  } catch (error) {
    if (namesFields(error, reads)) return await settle(endpoint, reads, {}, error);
    const refusal = limitRefusal(error);
    if (refusal?.about !== 'levels') throw error;
    // Fewer of them are as deep.
    if (refusal.most) learnRequestLimits(endpoint.url, { levels: refusal.most });
    await Promise.all(reads.map((read) => answerAlone(endpoint, read)));
  }
}

/** Of a request that had some responses, or some fields that are named as what failed. */
async function settle(
  endpoint: GraphqlEndpoint,
  reads: readonly Read[],
  data: GraphqlData,
  refusal: GraphqlResponseError,
): Promise<void> {
  const { failed, unanswered } = takeResponses(reads, data, refusal);
  await Promise.all([
    ...failed.map((read) => answerAlone(endpoint, read)),
    response(endpoint, unanswered),
  ]);
}

/**
 * Asked for alone, a read that fails does so in its own words. What is refused for its depth is read level by level.
 * @param mustThrow whether the refusal goes to the caller, who settles the read
 */
async function answerAlone(
  endpoint: GraphqlEndpoint,
  read: Read,
  mustThrow = false,
): Promise<void> {
  const { field, signal, secrets, resolve, reject } = read;
  const readOther = async (node: FieldNode) =>
    await queryBatched(endpoint, node, { signal, secrets });
  const readLess = async (selections: readonly SelectionNode[]) =>
    await readOther({ ...field, selectionSet: { kind: Kind.SELECTION_SET, selections } });
  const deep = {
    kind: 'query' as const,
    address: endpoint.url,
    schema: schemaIfKnown(endpoint),
    name: field.name.value,
    select: field.selectionSet?.selections ?? [],
    readLess,
    readOther,
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
function namesFields(error: unknown, reads: readonly Read[]): error is GraphqlResponseError {
  if (!(error instanceof GraphqlResponseError)) return false;
  const blamed = new Set(error.errors.map(({ path }) => path?.[0]));
  return reads.some((_read, index) => blamed.has(aliasOf(index)));
}

/** Resolves what has a response. */
function takeResponses(reads: readonly Read[], data: GraphqlData, refusal: GraphqlResponseError) {
  const blamed = new Set(refusal.errors.map(({ path }) => path?.[0]));
  const failed: Read[] = [];
  const unanswered: Read[] = [];
  reads.forEach((read, index) => {
    const value = ownValue(data, aliasOf(index));
    const isBlamed = blamed.has(aliasOf(index));
    if (isBlamed && !read.isOptional) failed.push(read);
    else if (value !== undefined && value !== null) read.resolve(value);
    else if (isBlamed) read.reject(refusal);
    else unanswered.push(read);
  });
  // Where nothing tells which of them failed, all of them may have.
  return unanswered.length < reads.length
    ? { failed, unanswered }
    : { failed: unanswered, unanswered: [] };
}

function fieldOf({ field }: Read): FieldNode {
  return field;
}

function aliasOf(index: number): string {
  return `item${index}`;
}
