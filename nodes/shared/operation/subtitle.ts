import type { INodeProperties } from 'n8n-workflow';
import type { Resources } from './operation';

/** Parameters with the entity that a node works on. The first one that is shown and has a value counts. */
const PICKED = [
  'name',
  'runId',
  'jobId',
  'pipelineId',
  'appId',
  'volumeId',
  'dockerCredentialId',
  'rootField',
  'repositoryId',
  'targetPath',
  'filePath',
  'path',
  'projectId',
  'technologyId',
];

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
  })($parameter.toJSON(), ${JSON.stringify(PICKED)}) }}`;
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
