import type { GraphqlModuleName } from '../send/endpoint';
import { introspectedSchemaOf, type IntrospectedSchema } from './introspectedTypes';

const read = new Map<GraphqlModuleName, Promise<IntrospectedSchema>>();

/** The newest form of a module that is known of deployed platforms; a chunk of its own, loaded when first needed. */
export async function knownTypes(module: GraphqlModuleName): Promise<IntrospectedSchema> {
  const known = read.get(module) ?? readKnown(module);
  read.set(module, known);
  return await known;
}

async function readKnown(module: GraphqlModuleName): Promise<IntrospectedSchema> {
  const { KNOWN_FORMS } = await import('./knownForms');
  return introspectedSchemaOf(KNOWN_FORMS[module]);
}
