import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { describedNode, NODE_FOLDERS } from './packageNodes';

/** An operation as a node's description has it. */
export interface Described {
  /** As `Projects job.get`. */
  name: string;
  /** The folder below nodes/. */
  node: string;
  resource: string;
  operation: string;
  /** What can be set for it, with the conditions under which it is shown. */
  fields: INodeProperties[];
}

/** Every operation of every node, as the packed package describes them; of triggers, none. */
export function describedOperations(): Described[] {
  return NODE_FOLDERS.flatMap((node) => operationsOf(node, describedNode(node)));
}

function operationsOf(node: string, { properties, group }: INodeTypeDescription): Described[] {
  if (group.includes('trigger')) return [];
  return properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ options = [], displayOptions }) => {
      const resource = String(displayOptions?.show?.resource?.[0]);
      return (options as INodePropertyOptions[]).map(({ value }) => {
        const operation = String(value);
        const fields = properties.filter((field) => isFieldOf(field, resource, operation));
        return { name: `${node} ${resource}.${operation}`, node, resource, operation, fields };
      });
    });
}

function isFieldOf(
  { displayOptions }: INodeProperties,
  resource: string,
  operation: string,
): boolean {
  const { show } = displayOptions ?? {};
  return Boolean(show?.resource?.includes(resource) && show.operation?.includes(operation));
}
