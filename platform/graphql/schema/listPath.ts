import { getNamedType, type GraphQLSchema } from 'graphql';
import { ownValue } from '../../common/text/names';
import { fieldsOfType } from './rootFields';

/**
 * Returns where the live schema lists the entities of one kind in a project: in the project itself or, on older platforms, in a
 * separate query, such as `jobs(projectId)`.
 * @param list name of a list, such as `jobs`
 */
export function listPath(
  schema: GraphQLSchema,
  list: string,
): [list: string] | ['project', string] {
  const queries = fieldsOfType(schema.getQueryType());
  const project = queries.project && getNamedType(queries.project.type);
  const isReturned = ownValue(fieldsOfType(project), list) !== undefined;
  const isQuery = ownValue(queries, list)?.args.some(({ name }) => name === 'projectId') === true;
  return !isReturned && isQuery ? [list] : ['project', list];
}
