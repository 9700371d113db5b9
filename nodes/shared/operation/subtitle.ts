import type { INodeProperties } from 'n8n-workflow';
import type { Resources } from './operation';

/**
 * Returns the parameters with the entity that a node works on: the first required locator of each operation, or a path. The first
 * one that is shown and has a value counts.
 */
function parametersWithEntity<Client>(resources: Resources<Client>): string[] {
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
export function subtitleOf<Client>(resources: Resources<Client>): string {
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
  })($parameter.toJSON(), ${JSON.stringify(parametersWithEntity(resources))}) }}`;
}

/**
 * Returns the choices of a field of type multiOptions as text, such as "Run failed, Run stopped".
 * @param others fields of the same name
 */
export function subtitleOfChoices(
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
