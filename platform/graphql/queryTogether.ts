import type { FieldNode } from 'graphql';
import { GraphqlAnswerError, HttpStatusError } from '../errors';
import type { GraphqlData } from './request';
import { printOperation } from './document';
import type { CallOptions, GraphqlEndpoint } from './endpoint';
import { ownValue } from '../names';

/** Enough to save most requests, few enough for a platform that limits the size of a document or of an answer. */
const FIELDS_A_REQUEST = 100;

export interface ReadOptions extends CallOptions {
  /** Nobody needs to know why it failed, and a part will do: it is not asked for once more by itself. */
  isOptional?: boolean;
}

interface Read extends Pick<ReadOptions, 'signal' | 'isOptional'> {
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
export async function queryTogether(
  endpoint: GraphqlEndpoint,
  field: FieldNode,
  { signal, isOptional }: ReadOptions = {},
): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const read: Read = { field, signal, isOptional, resolve, reject };
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
    const cancelledTogether = reads.filter((read) => read.signal === signal);
    for (let start = 0; start < cancelledTogether.length; start += FIELDS_A_REQUEST) {
      void answer(endpoint, cancelledTogether.slice(start, start + FIELDS_A_REQUEST));
    }
  }
}

/** Settles every read. */
async function answer(endpoint: GraphqlEndpoint, reads: Read[]): Promise<void> {
  const [first] = reads;
  if (!first) return;
  if (reads.length === 1) return await answerAlone(endpoint, first);
  try {
    const { data, refusal } = await ask(endpoint, reads, first.signal);
    if (!refusal)
      return reads.forEach((read, index) => read.resolve(ownValue(data, aliasOf(index))));
    const { failed, unanswered } = takeAnswers(reads, data, refusal);
    await Promise.all([
      ...failed.map((read) => answerAlone(endpoint, read)),
      answer(endpoint, unanswered),
    ]);
  } catch (error) {
    for (const read of reads) read.reject(error);
  }
}

/** Asked for alone, a read that fails does so in its own words. */
async function answerAlone(
  endpoint: GraphqlEndpoint,
  { field, signal, resolve, reject }: Read,
): Promise<void> {
  try {
    const query = printOperation('query', [field]);
    const data = await endpoint.query({ query }, { signal });
    resolve(ownValue(data, field.alias?.value ?? field.name.value));
  } catch (error) {
    reject(error);
  }
}

/** @returns what came, and why not all of it */
async function ask(
  endpoint: GraphqlEndpoint,
  reads: Read[],
  signal: AbortSignal | undefined,
): Promise<{ data: GraphqlData; refusal?: Error }> {
  const fields = reads.map(({ field }, index) => aliased(field, aliasOf(index)));
  let refusal: GraphqlAnswerError | undefined;
  const onPartialData = (error: GraphqlAnswerError) => (refusal = error);
  try {
    const query = printOperation('query', fields);
    return { data: await endpoint.query({ query }, { signal, onPartialData }), refusal };
  } catch (error) {
    if (isAboutTheDocument(error)) return { data: {}, refusal: error };
    throw error;
  }
}

/** Resolves what has an answer. Where nothing tells which of the others failed, all of them may have. */
function takeAnswers(reads: Read[], data: GraphqlData, refusal: Error) {
  const blamed = new Set(
    refusal instanceof GraphqlAnswerError ? refusal.errors.map(({ path }) => path?.[0]) : [],
  );
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
  return unanswered.length < reads.length
    ? { failed, unanswered }
    : { failed: unanswered, unanswered: [] };
}

const SIZE_STATUSES = new Set([400, 413, 414, 422]);

/** A platform may refuse the many fields as such; one by one it may take them. */
function isAboutTheDocument(error: unknown): error is Error {
  if (error instanceof GraphqlAnswerError) return true;
  return error instanceof HttpStatusError && SIZE_STATUSES.has(error.status ?? 0);
}

function aliased(field: FieldNode, alias: string): FieldNode {
  return { ...field, alias: { kind: field.name.kind, value: alias } };
}

function aliasOf(index: number): string {
  return `item${index}`;
}
