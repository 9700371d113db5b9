import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { innerFields } from '../../support/descriptions/describedOperations';

const HIDDEN = ['notice', 'hidden'];

/** The fields of an operation, or of a trigger, in the order in which the node shows them. */
export function fieldsOf(
  node: INodeTypeDescription,
  resource?: unknown,
  operation?: unknown,
): INodeProperties[] {
  const isOther = (chosen: unknown, shown?: unknown[]) =>
    chosen !== undefined && shown !== undefined && !shown.includes(chosen);
  const chosen = operation === undefined ? [] : ['resource', 'operation'];
  return node.properties.filter(
    ({ name, type, displayOptions: { show = {} } = {} }) =>
      !['pollTimes', ...chosen].includes(name) &&
      !HIDDEN.includes(type) &&
      !isOther(resource, show.resource) &&
      !isOther(operation, show.operation),
  );
}

/** The names of all fields, choices, resources and operations of a node. */
export const namesOf = (node: INodeTypeDescription): string[] =>
  node.properties
    .flatMap((field) => [field, ...nestedOf(field)])
    .flatMap(({ displayName, options = [] }) => [
      displayName,
      ...options.map((option) => ('name' in option ? option.name : '')),
    ]);

/** Visible fields of a collection. */
export const nestedOf = (field: INodeProperties): INodeProperties[] =>
  innerFields(field).filter(({ type }) => !HIDDEN.includes(type));
