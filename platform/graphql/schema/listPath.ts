import { getNamedType, type GraphQLSchema } from 'graphql';
import { ownValue } from '../../common/text/names';
import { getFieldsOfType } from './rootFields';

/**
 * Returns the path of a list of entities in a project. On older platforms, the list is not a field of the project, but a separate
 * query, such as `jobs(projectId)`.
 * @param list name of a list, such as `jobs`
 */
export function findListPath(
  schema: GraphQLSchema,
  list: string,
): [list: string] | ['project', string] {
  const queries = getFieldsOfType(schema.getQueryType());
  const project = queries.project && getNamedType(queries.project.type);
  const isInProject = ownValue(getFieldsOfType(project), list) !== undefined;
  const isQuery = ownValue(queries, list)?.args.some(({ name }) => name === 'projectId') === true;
  return !isInProject && isQuery ? [list] : ['project', list];
}
