import type { INodeProperties, NodeConnectionType } from 'n8n-workflow';
import type { Operation, Resource, Resources } from './operation';
import { listOperationFields } from '../tools/toolOutput';

/** The connection that items come and go by. n8n older than 1.85 does not export `NodeConnectionTypes`. */
export const MAIN: NodeConnectionType = 'main';

/**
 * n8n adds "Custom API Call" to every picker of a node whose credential it can send with, unless these two differ.
 * It leads to the HTTP Request node, where our addresses are not known.
 */
export const versionWithoutCustomCall = { version: [1], defaultVersion: 1 };

/** Menus keep the order in which resources and operations are given: the most used come first. */
export function buildProperties<Client>(resources: Resources<Client>): INodeProperties[] {
  return [
    buildResourcePicker(resources),
    ...resources.map(buildOperationPicker),
    ...resources.flatMap((resource) =>
      resource.operations.flatMap((operation) => showFieldsFor(resource, operation)),
    ),
  ];
}

function buildResourcePicker<Client>(resources: Resources<Client>): INodeProperties {
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

/** An agent's tool starts with the default. It is Get Many, which changes nothing, if the resource has it. */
function buildOperationPicker<Client>({ value, operations }: Resource<Client>): INodeProperties {
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

function showFieldsFor<Client>(
  resource: Resource<Client>,
  operation: Operation<Client>,
): INodeProperties[] {
  return listOperationFields(operation).map((field) => ({
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

/** The first parameter that is shown and has a value names the entity that a node works on. */
function listEntityParameters<Client>(resources: Resources<Client>): string[] {
  const locators = resources.flatMap(({ operations }) =>
    operations.flatMap(({ fields }) => {
      const required = fields.filter(
        ({ type, required }) => type === 'resourceLocator' && required,
      );
      return required.find(({ name }) => name !== 'projectId')?.name ?? [];
    }),
  );
  // A job may be chosen to fill the list of its runs.
  return [
    ...new Set(['name', 'runId', ...locators, 'targetPath', 'filePath', 'path', 'projectId']),
  ];
}

/**
 * Returns the text below a node on the canvas: the entity that was picked, such as "Daily sales", since n8n names a node after
 * its action. If nothing was picked, or an expression picks for each item, it is the action, such as "Run job and wait".
 */
export function buildSubtitle<Client>(resources: Resources<Client>): string {
  const actions = Object.fromEntries(
    resources.flatMap((resource) =>
      resource.operations.map(({ value, action }) => [`${resource.value}.${value}`, action]),
    ),
  );
  // `$parameter.name` returns only the ID of a list's entry; `$parameter.toJSON()` also contains its name.
  // Without a project, lists say "Retail / Daily sales": the canvas has room for the second half.
  return `={{ ((values, picked) => {
    const field = picked.map((name) => values[name]).find((value) => value?.__rl ? value.value : value);
    const value = String(field?.__rl ? field.value : field || '=');
    const entry = field?.cachedResultName;
    if (!value.startsWith('=')) return (values.projectId?.value ? entry : entry?.replace(/^.*? [/] /, '')) || value;
    return (${JSON.stringify(actions)})[values.resource + '.' + values.operation];
  })($parameter.toJSON(), ${JSON.stringify(listEntityParameters(resources))}) }}`;
}

/**
 * Returns the choices of a field of type multiOptions as text, such as "Run failed, Run stopped".
 * @param others fields of the same name
 */
export function buildSubtitleOfChoices(
  { name, options = [] }: INodeProperties,
  ...others: INodeProperties[]
): string {
  const all = [options, ...others.map((other) => other.options ?? [])].flat();
  const choices = all.flatMap((option) =>
    'value' in option ? [[option.value, sentenceCase(option.name)]] : [],
  );
  const words = JSON.stringify(Object.fromEntries(choices));
  return `={{ [$parameter.toJSON()[${JSON.stringify(name)}]].flat()
    .filter((choice) => !String(choice).startsWith('='))
    .map((choice) => (${words})[choice] || choice).join(', ') }}`;
}

function sentenceCase(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}
