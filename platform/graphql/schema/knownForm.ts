import { buildASTSchema, parse, type GraphQLSchema } from 'graphql';
import type { GraphqlModuleName } from '../send/endpoint';
import { markNotIntrospected } from './rootFields';

/** A schema of a module that the package has, for platforms that do not return theirs. */
export interface KnownForm {
  schema: GraphQLSchema;
  /** 0 is the newest. */
  form: number;
}

const built = new Map<string, KnownForm>();

/** @returns undefined if there is none that is so old */
export async function knownForm(
  module: GraphqlModuleName,
  form: number,
): Promise<KnownForm | undefined> {
  const before = knownFormIfBuilt(module, form);
  if (before) return before;
  const { KNOWN_FORMS } = await import('./knownForms');
  const texts = KNOWN_FORMS[module].filter(({ from, to }) => from <= form && form <= to);
  if (texts.length === 0) return undefined;
  const document = parse(texts.map(({ types }) => types).join(''), { noLocation: true });
  const schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
  markNotIntrospected(schema);
  const made = { schema, form };
  built.set(`${module} ${form}`, made);
  return made;
}

/** The same if it has been needed before. */
export function knownFormIfBuilt(module: GraphqlModuleName, form: number): KnownForm | undefined {
  return built.get(`${module} ${form}`);
}
