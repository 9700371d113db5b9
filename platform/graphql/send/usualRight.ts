import { getOperationAST, Kind, parse } from 'graphql';
import type { GraphqlRequest } from './request';

/** Matches the names of root fields about projects and the entities in them. */
const IN_PROJECT = /[Pp]roject|[Jj]ob|[Pp]ipeline|[Vv]olume|^app|App/;

/** Returns the right in docs/rights.md for the first root field of the request; undefined if the page has none. */
export function findUsualRight({ query, operationName }: GraphqlRequest): string | undefined {
  const operation = getOperationAST(parse(query, { noLocation: true }), operationName);
  const [first] = operation?.selectionSet.selections ?? [];
  if (first?.kind !== Kind.FIELD || !IN_PROJECT.test(first.name.value)) return undefined;
  if (operation?.operation !== 'mutation') return 'the role viewer in the project';
  if (first.name.value === 'createProject') return 'a login that may create projects';
  if (first.name.value.startsWith('move')) return 'the role editor in both projects';
  return first.name.value.endsWith('Project')
    ? 'the role manager in the project'
    : 'the role editor in the project';
}
