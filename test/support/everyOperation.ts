import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { TRIES } from '../nodes/generations/rows';
import type { OperationTry } from '../nodes/generations/tries';
import { describedNode, NODE_FOLDERS } from './packageNodes';

/** An operation as a node's description has it. */
export interface DescribedOperation {
  /** As `Projects job.get`. */
  name: string;
  /** The folder below nodes/. */
  node: string;
  resource: string;
  operation: string;
  /** What can be set for it, with the conditions under which it is shown. */
  fields: INodeProperties[];
  /** Calls of it that work on a seeded sandbox. */
  tries: readonly [OperationTry, ...OperationTry[]];
}

/**
 * Every operation of every node, as the packed package describes them; of triggers, none.
 * @throws Error for an operation without a call in test/nodes/generations, and for a call of none
 */
export function everyOperation(): DescribedOperation[] {
  const described = NODE_FOLDERS.flatMap((node) => operationsOf(node, describedNode(node)));
  const known = new Set(described.map(keyOf));
  const stray = TRIES.filter(({ node, operation }) => !known.has(`${node} ${operation}`));
  const untried = described.filter((one) => triesOf(one).length === 0);
  if (stray.length + untried.length > 0) {
    const words = [
      ...untried.map(({ name }) => `"${name}" has no call`),
      ...stray.map(({ row }) => `"${row}" calls an operation that no description has`),
    ];
    throw new Error(`In test/nodes/generations: ${words.join(', ')}`);
  }
  return described.map((one) => ({
    ...one,
    tries: triesOf(one) as [OperationTry, ...OperationTry[]],
  }));
}

type WithoutTries = Omit<DescribedOperation, 'tries'>;

const keyOf = ({ node, resource, operation }: WithoutTries) => `${node} ${resource}/${operation}`;

function triesOf(described: WithoutTries): OperationTry[] {
  return TRIES.filter(({ node, operation }) => `${node} ${operation}` === keyOf(described));
}

function operationsOf(node: string, { properties, group }: INodeTypeDescription): WithoutTries[] {
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
