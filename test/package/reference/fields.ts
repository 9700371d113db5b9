import type {
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
  INodeTypeDescription,
} from 'n8n-workflow';

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

/** Of all fields of that name: what can be chosen may depend on another field. */
export const choicesOfField = (node: INodeTypeDescription, name: string): INodePropertyOptions[] =>
  node.properties
    .filter((field) => field.name === name)
    .flatMap(({ options = [] }) => options as INodePropertyOptions[]);

export interface OperationEntry {
  resource: INodePropertyOptions;
  operation: INodePropertyOptions;
  /** As `job/get`. */
  key: string;
}

/** All operations of a node in the order of its menus; none of a trigger. */
export function operationsOf(node: INodeTypeDescription): OperationEntry[] {
  const menus = node.properties.filter(({ name }) => name === 'operation');
  return choicesOfField(node, 'resource').flatMap((resource) =>
    menus
      .filter((menu) => takes(menu, 'resource', resource.value))
      .flatMap(({ options }) => options as INodePropertyOptions[])
      .map((operation) => ({
        resource,
        operation,
        key: `${String(resource.value)}/${String(operation.value)}`,
      })),
  );
}

/** What is inside a collection. */
export function nestedOf({ type, options = [] }: INodeProperties): INodeProperties[] {
  if (!['collection', 'fixedCollection'].includes(type)) return [];
  return options
    .flatMap((option) =>
      'values' in option ? (option as INodePropertyCollection).values : [option as INodeProperties],
    )
    .filter((nested) => !HIDDEN.includes(nested.type));
}
