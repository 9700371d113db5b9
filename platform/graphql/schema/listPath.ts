import { getNamedType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';

/**
 * Returns where the live schema lists the entities of one kind in a project: in the project itself, or on older platforms in a
 * query of its own, such as `jobs(projectId)`.
 * @param list such as `jobs`
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
