import type { INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';

const HIDDEN = ['notice', 'hidden'];

/** The fields of an operation, or of a trigger, in the order in which the node shows them. */
export function fieldsOf(
  node: INodeTypeDescription,
  resource?: unknown,
  operation?: unknown,
): INodeProperties[] {
  const chosen = { resource, operation };
  const isChoice = ({ name }: INodeProperties) =>
    operation !== undefined && ['resource', 'operation'].includes(name);
  return node.properties.filter(
    (field) =>
      !isChoice(field) &&
      field.name !== 'pollTimes' &&
      !HIDDEN.includes(field.type) &&
      Object.entries(chosen).every(
        ([name, value]) => value === undefined || takes(field, name, value),
      ),
  );
}

function takes({ displayOptions }: INodeProperties, name: string, value: unknown): boolean {
  const values = displayOptions?.show?.[name];
  return values === undefined || values.includes(value as string);
}

/** The names of all fields, choices, resources and operations of a node. */
export const namesOf = (node: INodeTypeDescription): string[] =>
  node.properties
    .flatMap((field) => [field, ...nestedOf(field)])
    .flatMap(({ displayName, options = [] }) => [
      displayName,
      ...options.map((option) => ('name' in option ? option.name : '')),
    ]);

/** What is inside a collection. */
export function nestedOf({ type, options = [] }: INodeProperties): INodeProperties[] {
  if (!['collection', 'fixedCollection'].includes(type)) return [];
  return options
    .flatMap((option) =>
      'values' in option ? (option as INodePropertyCollection).values : [option as INodeProperties],
    )
    .filter((nested) => !HIDDEN.includes(nested.type));
}
