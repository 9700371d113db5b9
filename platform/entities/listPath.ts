import { getNamedType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';

/**
 * Where the live schema lists what is in a project: the project tells it, or on older platforms a query of its own, as
 * `jobs(projectId)`.
 * @param list as `jobs`
 */
export function listPath(
  schema: GraphQLSchema,
  list: string,
): [list: string] | ['project', string] {
  const queries = schema.getQueryType()?.getFields() ?? {};
  const project = queries.project && getNamedType(queries.project.type);
  const isReturned =
    (isObjectType(project) || isInterfaceType(project)) && Object.hasOwn(project.getFields(), list);
  const isQuery =
    Object.hasOwn(queries, list) &&
    queries[list]?.args.some(({ name }) => name === 'projectId') === true;
  return !isReturned && isQuery ? [list] : ['project', list];
}
