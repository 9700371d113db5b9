import type { INodeProperties, NodeConnectionType } from 'n8n-workflow';
import type { Operation, Resource, Resources } from './operation';
import { fieldsOfOperation } from '../tools/simplify';

/** The connection that items come and go by. n8n older than 1.85 does not export `NodeConnectionTypes`. */
export const MAIN: NodeConnectionType = 'main';

/**
 * n8n adds "Custom API Call" to every picker of a node whose credential it can send with, unless these two differ.
 * It leads to the HTTP Request node, where our addresses are not known.
 */
export const versionWithoutCustomCall = { version: [1], defaultVersion: 1 };

/**
 * The properties of a node: the pickers for resource and operation, then the fields of every operation. Menus keep
 * the order in which resources and operations are given: what most people want comes first.
 */
export function propertiesOf<Client>(resources: Resources<Client>): INodeProperties[] {
  return [
    resourcePicker(resources),
    ...resources.map(operationPicker),
    ...resources.flatMap((resource) =>
      resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
    ),
  ];
}

function resourcePicker<Client>(resources: Resources<Client>): INodeProperties {
  const [{ value: defaultResource }] = resources;
  return {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: resources.map(({ name, value }) => ({ name, value })),
    default: defaultResource,
  };
}

/** An agent's tool starts with the default, so it is one that changes nothing if the resource has it. */
function operationPicker<Client>({ value, operations }: Resource<Client>): INodeProperties {
  const { value: defaultOperation } =
    operations.find((operation) => operation.value === 'getAll') ?? operations[0];
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [value] } },
    options: operations.map(({ name, value, action, description, builderHint }) => ({
      name,
      value,
      action,
      description,
      // Each option has its own: n8n refuses a node with a hint on the picker itself.
      ...(builderHint && { builderHint: { propertyHint: builderHint } }),
    })),
    default: defaultOperation,
  };
}

/** A field's own conditions stay; resource and operation are added to them. */
function fieldsOf<Client>(
  resource: Resource<Client>,
  operation: Operation<Client>,
): INodeProperties[] {
  return fieldsOfOperation(operation).map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: {
        resource: [resource.value],
        operation: [operation.value],
        ...field.displayOptions?.show,
      },
    },
  }));
}
