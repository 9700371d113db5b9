import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { readDescription, NODE_FOLDERS } from './packageNodes';

/** Returns the choices of all fields with this name. Several fields may have the same name if they depend on another field. */
export const listChoices = (node: INodeTypeDescription, name: string): INodePropertyOptions[] =>
  node.properties
    .filter((field) => field.name === name)
    .flatMap(({ options = [] }) => options as INodePropertyOptions[]);

export const listInnerFields = ({ options = [] }: INodeProperties): INodeProperties[] =>
  options.flatMap((option) =>
    'values' in option ? option.values : 'type' in option ? [option] : [],
  );

/** Returns fields with the fields of their collections. */
export const addInnerFields = (fields: INodeProperties[]): INodeProperties[] =>
  fields.flatMap((field) => [field, ...addInnerFields(listInnerFields(field))]);

export interface OperationEntry {
  resource: INodePropertyOptions;
  operation: INodePropertyOptions;
  /** Resource and operation, for example `job/get`. */
  key: string;
}

/** Returns the operations of a node in the order of its menus. A trigger has none. */
export function listOperations(node: INodeTypeDescription): OperationEntry[] {
  return listChoices(node, 'resource').flatMap((resource) =>
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

export interface Described {
  /** Node, resource and operation, for example `Projects job.get`. */
  name: string;
  /** Folder below nodes/. */
  node: string;
  resource: string;
  operation: string;
  fields: INodeProperties[];
}

/** Returns every operation of every node of the packed package. */
export function listDescribedOperations(): Described[] {
  return NODE_FOLDERS.flatMap((node) => {
    const description = readDescription(node);
    return listOperations(description).map(({ key }) => {
      const [resource = '', operation = ''] = key.split('/');
      const fields = description.properties.filter(({ displayOptions: { show = {} } = {} }) =>
        Boolean(show.resource?.includes(resource) && show.operation?.includes(operation)),
      );
      return { name: `${node} ${resource}.${operation}`, node, resource, operation, fields };
    });
  });
}
