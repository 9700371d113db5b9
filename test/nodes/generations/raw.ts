/** Words of a GraphQL server, and of nobody, that no user should have to read. */
export const RAW =
  /Cannot query field|Unknown argument|Unknown type|GRAPHQL_VALIDATION|undefined|\[object|cannot do this/;
