import type { FieldNode } from 'graphql';
import { getNamedType } from 'graphql';
import type { GraphqlResponseError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { GraphqlData } from '../send/request';
import { schemaIfKnown } from '../schema/schemaStore';
import { aliasedQuery, type AliasedQuery } from './aliasedQuery';
import { isSchemaRefusedByWords, mayBeAboutLevels } from './refusal';
import { learnRequestLimits, requestLimitsOf } from './requestLimits';

/** What came under the aliases, and why not all of it. */
interface AliasedResponse {
  data: GraphqlData;
  refusal?: GraphqlResponseError;
}

/**
 * Asks for many root fields in one request. What they select alike stands in it once, unless the platform does not take
 * that: then it is written out for each.
 * @throws what a query throws where nothing came
 */
export async function queryAliased(
  endpoint: GraphqlEndpoint,
  fields: readonly FieldNode[],
  aliasOf: (index: number) => string,
  options: CallOptions,
): Promise<AliasedResponse> {
  const query = aliasedQueryFor(endpoint, fields, aliasOf);
  try {
    return await ask(endpoint, query, options);
  } catch (error) {
    if (!query.hasFragments || !(mayBeAboutLevels(error) || isSchemaRefusedByWords(error)))
      throw error;
    const typeOf = () => undefined;
    const plain = aliasedQuery(fields, { aliasOf, typeOf, mayShare: false });
    const response = await ask(endpoint, plain, options);
    if (!isSchemaRefusedByWords(error))
      learnRequestLimits(endpoint.url, { levels: query.levels - 1 });
    return response;
  }
}

/** The request's size in bytes. */
export function aliasedBytes(
  endpoint: GraphqlEndpoint,
  fields: readonly FieldNode[],
  aliasOf: (index: number) => string,
): number {
  const { text } = aliasedQueryFor(endpoint, fields, aliasOf);
  return Buffer.byteLength(JSON.stringify({ query: text }));
}

function aliasedQueryFor(
  endpoint: GraphqlEndpoint,
  fields: readonly FieldNode[],
  aliasOf: (index: number) => string,
): AliasedQuery {
  const queryType = schemaIfKnown(endpoint)?.getQueryType()?.getFields();
  const types = new Map(Object.entries(queryType ?? {}));
  const typeOf = (name: string) => {
    const type = types.get(name)?.type;
    return type && getNamedType(type).name;
  };
  const shared = aliasedQuery(fields, { aliasOf, typeOf, mayShare: true });
  if (shared.levels <= requestLimitsOf(endpoint.url).levels) return shared;
  return aliasedQuery(fields, { aliasOf, typeOf, mayShare: false });
}

async function ask(
  endpoint: GraphqlEndpoint,
  { text }: AliasedQuery,
  options: CallOptions,
): Promise<AliasedResponse> {
  let refusal: GraphqlResponseError | undefined;
  const onPartialData = (error: GraphqlResponseError) => (refusal = error);
  const data = await endpoint.query({ query: text }, { ...options, onPartialData });
  return { data, refusal };
}
