import type { FieldNode, GraphQLSchema, SelectionNode } from 'graphql';
import { CancelledError } from '../../errors';
import { fillLevels, planLevels, type Plan } from './byLevels';
import { levelsOf } from './levelsOf';
import { mayBeAboutLevels, shapeRefusal } from './refusal';
import { learnShape, shapeOf } from './shape';

/** A query of one root field. */
export interface DeepRead {
  address: URL;
  /** Undefined where it is not known; then nothing can be split. */
  schema: GraphQLSchema | undefined;
  /** The root field's name, and what is selected below it. */
  name: string;
  select: readonly SelectionNode[];
  /** Reads the root field with fewer fields. @returns what stands under it */
  readLess(select: readonly SelectionNode[]): Promise<unknown>;
  /** Reads another root field. */
  readOther(node: FieldNode): Promise<unknown>;
}

/** What is this flat is not refused for its depth. */
const FLAT_LEVELS = 4;

/**
 * Reads a root field, level by level where its address takes no document that is so deep. What else would be refused
 * without a reason is tried with one level less.
 * @param asIs reads it in one request; where that has failed already, throws how
 * @throws what `asIs` throws, where fewer levels do not help
 */
export async function withFewerLevels(
  read: DeepRead,
  asIs: () => Promise<unknown>,
): Promise<unknown> {
  const levels = 1 + levelsOf(read.select);
  const known = shapeOf(read.address).levels;
  const plan = levels > known ? planFor(read, known) : undefined;
  if (plan) return await inLevels(read, plan);
  try {
    return await asIs();
  } catch (error) {
    const refusal = shapeRefusal(error);
    if (!mayBeAboutLevels(error) || levels <= FLAT_LEVELS) throw error;
    const told = refusal?.about === 'levels' ? refusal.most : undefined;
    const most = Math.min(told ?? Infinity, levels - 1);
    if (told !== undefined) learnShape(read.address, { levels: most });
    const smaller = planFor(read, most);
    if (!smaller) throw error;
    const value = await inLevels(read, smaller).catch((failure: unknown) => {
      throw failure instanceof CancelledError ? failure : error;
    });
    learnShape(read.address, { levels: most });
    return value;
  }
}

function planFor({ schema, name, select }: DeepRead, most: number): Plan | undefined {
  return schema && planLevels(schema, name, select, most);
}

async function inLevels(read: DeepRead, plan: Plan): Promise<unknown> {
  const holder = { value: await read.readLess(plan.select) };
  await fillLevels(holder, plan, async (node) => await read.readOther(node));
  return holder.value;
}
