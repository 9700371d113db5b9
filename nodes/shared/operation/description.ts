import type { INodeProperties, NodeConnectionType } from 'n8n-workflow';
import type { Operation, Resource, Resources } from './operation';
import { listOperationFields } from '../tools/toolOutput';

/** The type of connections between nodes. n8n older than 1.85 does not export `NodeConnectionTypes`. */
export const MAIN: NodeConnectionType = 'main';

/**
 * Keeps n8n from adding "Custom API Call" to the menus of the node: n8n does not add it if the two values differ, and a list
 * differs from a number. "Custom API Call" leads to the HTTP Request node, which does not know the platform's addresses.
 */
export const versionWithoutCustomCall = { version: [1], defaultVersion: 1 };

/** Menus show resources and operations in the order of these lists, so the most used come first. */
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

/** The default is Get Many if the resource has it: an agent's tool starts with the default, and Get Many changes nothing. */
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
      // The hint is on each option, because n8n refuses a node with a hint on the field.
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

/** Lists the parameters that may contain the entity of an operation. The first one that is shown and has a value contains it. */
function listEntityParameters<Client>(resources: Resources<Client>): string[] {
  const locators = resources.flatMap(({ operations }) =>
    operations.flatMap(({ fields }) => {
      const required = fields.filter(
        ({ type, required }) => type === 'resourceLocator' && required,
      );
      return required.find(({ name }) => name !== 'projectId')?.name ?? [];
    }),
  );
  // A run comes before its job, which may be chosen only to fill the list of runs.
  return [
    ...new Set(['name', 'runId', ...locators, 'targetPath', 'filePath', 'path', 'projectId']),
  ];
}

/**
 * Builds the expression for the text below a node on the canvas. The text is the name of the picked entity, such as "Daily sales",
 * because n8n names a node after its action. If the entity is missing or an expression, the text is the action, such as "Run job".
 */
export function buildSubtitle<Client>(resources: Resources<Client>): string {
  const actions = Object.fromEntries(
    resources.flatMap((resource) =>
      resource.operations.map(({ value, action }) => [`${resource.value}.${value}`, action]),
    ),
  );
  // `$parameter.name` returns only the ID of a list's entry. `$parameter.toJSON()` also contains its name.
  // Without a project, lists contain entries such as "Retail / Daily sales". The canvas only has room for the second part.
  return `={{ ((values, picked) => {
    const field = picked.map((name) => values[name]).find((value) => value?.__rl ? value.value : value);
    const value = String(field?.__rl ? field.value : field || '=');
    const entry = field?.cachedResultName;
    if (!value.startsWith('=')) return (values.projectId?.value ? entry : entry?.replace(/^.*? [/] /, '')) || value;
    return (${JSON.stringify(actions)})[values.resource + '.' + values.operation];
  })($parameter.toJSON(), ${JSON.stringify(listEntityParameters(resources))}) }}`;
}

/**
 * Builds the expression for a subtitle with the choices of a multiOptions field, such as "Run failed, Run stopped".
 * @param others fields with the same name
 */
export function buildSubtitleOfChoices(
  { name, options = [] }: INodeProperties,
  ...others: INodeProperties[]
): string {
  const all = [options, ...others.map((other) => other.options ?? [])].flat();
  const choices = all.flatMap((option) =>
    'value' in option ? [[option.value, toSentenceCase(option.name)]] : [],
  );
  const words = JSON.stringify(Object.fromEntries(choices));
  return `={{ [$parameter.toJSON()[${JSON.stringify(name)}]].flat()
    .filter((choice) => !String(choice).startsWith('='))
    .map((choice) => (${words})[choice] || choice).join(', ') }}`;
}

function toSentenceCase(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}
