import type { GraphqlModuleName } from '../send/endpoint';
import { toldTypesOf, type ToldSchema } from './toldTypes';

const read = new Map<GraphqlModuleName, Promise<ToldSchema>>();

/** The newest form of a module that is known of deployed platforms; a chunk of its own, loaded when first needed. */
export async function knownTypes(module: GraphqlModuleName): Promise<ToldSchema> {
  const known = read.get(module) ?? readKnown(module);
  read.set(module, known);
  return await known;
}

async function readKnown(module: GraphqlModuleName): Promise<ToldSchema> {
  const { KNOWN_FORMS } = await import('./knownForms');
  return toldTypesOf(KNOWN_FORMS[module]);
}
