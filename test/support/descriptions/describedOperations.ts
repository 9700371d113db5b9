import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { describedNode, NODE_FOLDERS } from './packageNodes';

/** Of all fields of that name: what can be chosen may depend on another field. */
export const choicesOfField = (node: INodeTypeDescription, name: string): INodePropertyOptions[] =>
  node.properties
    .filter((field) => field.name === name)
    .flatMap(({ options = [] }) => options as INodePropertyOptions[]);

/** Fields of a collection. */
export const innerFields = ({ options = [] }: INodeProperties): INodeProperties[] =>
  options.flatMap((option) =>
    'values' in option ? option.values : 'type' in option ? [option] : [],
  );

/** These fields and what is in their collections. */
export const withInner = (fields: INodeProperties[]): INodeProperties[] =>
  fields.flatMap((field) => [field, ...withInner(innerFields(field))]);

export interface OperationEntry {
  resource: INodePropertyOptions;
  operation: INodePropertyOptions;
  /** As `job/get`. */
  key: string;
}

/** All operations of a node in the order of its menus; none of a trigger. */
export function operationsOf(node: INodeTypeDescription): OperationEntry[] {
  return choicesOfField(node, 'resource').flatMap((resource) =>
    node.properties
      .filter(({ name, displayOptions }) => {
        const resources = displayOptions?.show?.resource ?? [resource.value];
        return name === 'operation' && resources.includes(resource.value as string);
      })
      .flatMap(({ options }) => options as INodePropertyOptions[])
      .map((operation) => ({
        resource,
        operation,
        key: `${String(resource.value)}/${String(operation.value)}`,
      })),
  );
}

/** An operation as a node's description has it. */
export interface Described {
  /** As `Projects job.get`. */
  name: string;
  /** The folder below nodes/. */
  node: string;
  resource: string;
  operation: string;
  /** Fields of an operation, with the conditions under which they are shown. */
  fields: INodeProperties[];
}

/** Every operation of every node, as the packed package describes them; of triggers, none. */
export function describedOperations(): Described[] {
  return NODE_FOLDERS.flatMap((node) => {
    const description = describedNode(node);
    return operationsOf(description).map(({ key }) => {
      const [resource = '', operation = ''] = key.split('/');
      const fields = description.properties.filter(({ displayOptions: { show = {} } = {} }) =>
        Boolean(show.resource?.includes(resource) && show.operation?.includes(operation)),
      );
      return { name: `${node} ${resource}.${operation}`, node, resource, operation, fields };
    });
  });
}
