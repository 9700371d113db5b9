import type { FieldNode, GraphQLSchema, SelectionNode } from 'graphql';
import {
  CancelledError,
  GraphqlResponseError,
  NotReadAfterwardsError,
  PlatformError,
} from '../../errors/errors';
import { fillLevels, planLevels, type LevelPlan } from './byLevels';
import { levelsOf } from './levelsOf';
import { mayBeAboutLevels, limitRefusal } from './refusal';
import { learnRequestLimits, requestLimitsOf } from './requestLimits';

/** A query or mutation of one root field. */
export interface DeepRead {
  kind: 'query' | 'mutation';
  address: URL;
  /** Undefined where it is not known; then nothing can be split. */
  schema: GraphQLSchema | undefined;
  /** The root field's name, and what is selected below it. */
  name: string;
  select: readonly SelectionNode[];
  /** Sends the root field with fewer fields. @returns what stands under it */
  readFewerFields(select: readonly SelectionNode[]): Promise<unknown>;
  /** Reads another root field. */
  readRootField(node: FieldNode): Promise<unknown>;
}

/** What is this flat is not refused for its depth. */
const FLAT_LEVELS = 4;

/**
 * Sends a root field, and reads what it gives level by level where its address takes no document that is so deep. What else would be refused
 * without a reason is tried with one level less, but never a mutation: that is sent again only where its document was
 * turned down for its depth, in words, before anything was carried out.
 * @param readWhole reads it in one request; where that has failed already, throws how
 * @throws what `asIs` throws, where fewer levels do not help
 */
export async function withFewerLevels(
  read: DeepRead,
  readWhole: () => Promise<unknown>,
): Promise<unknown> {
  const levels = 1 + levelsOf(read.select);
  const known = requestLimitsOf(read.address).levels;
  const plan = levels > known ? planFor(read, known) : undefined;
  if (plan) return await readByLevels(read, plan);
  try {
    return await readWhole();
  } catch (error) {
    const refusal = limitRefusal(error);
    const isTried = read.kind === 'query' ? mayBeAboutLevels(error) : isRefusedForDepth(error);
    if (!isTried || levels <= FLAT_LEVELS) throw error;
    const limit = refusal?.about === 'levels' ? refusal.most : undefined;
    const most = Math.min(limit ?? Infinity, levels - 1);
    if (limit !== undefined) learnRequestLimits(read.address, { levels: most });
    const smaller = planFor(read, most);
    if (!smaller) throw error;
    const value = await readByLevels(read, smaller).catch((failure: unknown) => {
      const isKept = read.kind === 'mutation' || failure instanceof CancelledError;
      throw isKept ? failure : error;
    });
    learnRequestLimits(read.address, { levels: most });
    return value;
  }
}

/** A document that was turned down for its depth by the server itself, which then carries nothing out. */
function isRefusedForDepth(error: unknown): boolean {
  return (
    error instanceof GraphqlResponseError &&
    error.refusedBeforeExecution &&
    (error.status ?? 0) < 500 &&
    limitRefusal(error)?.about === 'levels'
  );
}

function planFor(read: DeepRead, most: number): LevelPlan | undefined {
  return read.schema && planLevels(read.schema, read, read.select, most);
}

async function readByLevels(read: DeepRead, plan: LevelPlan): Promise<unknown> {
  const holder = { value: await read.readFewerFields(plan.select) };
  try {
    await fillLevels(holder, plan, async (node) => await read.readRootField(node));
  } catch (error) {
    if (read.kind === 'query' || !(error instanceof PlatformError)) throw error;
    throw new NotReadAfterwardsError(
      `"${read.name}" was done, but the result could not be read afterwards: ${error.message}`,
      { hint: error.hint, reach: 'answered', status: error.status, cause: error },
    );
  }
  return holder.value;
}
