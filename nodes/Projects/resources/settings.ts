import type { INodeProperties } from 'n8n-workflow';
import { collectInputPaths, type EntityFields } from '../../../platform/resources/entityFields';
import type { ItemParameters } from '../../shared/parameters/nodeParameters';

export const moreFields: INodeProperties = {
  displayName: 'More Fields (JSON)',
  name: 'moreFields',
  type: 'json',
  default: '{}',
  description:
    'Any other fields of the platform, as a JSON object with the field names of its GraphQL schema',
};

interface AddedSettings {
  /** By the names of the node's fields. */
  values: Record<string, unknown>;
  /** By the names in the platform's GraphQL schema. */
  more: Record<string, unknown>;
}

/** Reads the settings of a new entity. Leaves out fields that were added but are empty. */
export function readSettingFields(parameters: ItemParameters, collection: string): AddedSettings {
  return readAdded(parameters, collection, undefined);
}

/** Reads changes of an existing entity. A field that was added but is empty becomes null, which clears it. */
export function readChanges(parameters: ItemParameters, collection: string): AddedSettings {
  return readAdded(parameters, collection, null);
}

function readAdded(
  parameters: ItemParameters,
  collection: string,
  empty: null | undefined,
): AddedSettings {
  const added = parameters.added(collection);
  const values = Object.entries(added)
    .map(([name, value]) => [name, isJsonNull(name, value) ? null : value === '' ? empty : value])
    .filter(([name, value]) => name !== moreFields.name && value !== undefined);
  return {
    values: Object.fromEntries(values),
    more: Object.hasOwn(added, moreFields.name)
      ? parameters.jsonObject(`${collection}.${moreFields.name}`)
      : {},
  };
}

/** Returns true if the user entered the JSON text `null`, which clears a setting that is an object. */
function isJsonNull(name: string, value: unknown): boolean {
  const takesObject = name === 'alerting' || name === 'resources';
  return takesObject && typeof value === 'string' && value.trim() === 'null';
}

const textField = (displayName: string, description: string, example?: string) => ({
  displayName,
  type: 'string' as const,
  default: '',
  description,
  ...(example !== undefined && { placeholder: `e.g. ${example}` }),
});
const jsonField = (...texts: [displayName: string, description: string, example: string]) => ({
  ...textField(...texts),
  type: 'json' as const,
});
const booleanField = (displayName: string, description: string) => ({
  displayName,
  type: 'boolean' as const,
  default: true,
  description,
});

type FieldWithoutName = Omit<INodeProperties, 'name'>;

/** The labels and descriptions of the settings in `platform/resources`. A key with a kind, such as `job.name`, overrides `name`. */
const SETTINGS: ReadonlyMap<string, FieldWithoutName> = new Map<string, FieldWithoutName>([
  ['job.name', textField('Name', 'The name of the job', 'Sales extraction')],
  ['pipeline.name', textField('Name', 'The name of the pipeline', 'Daily sales')],
  ['app.name', textField('Name', 'The name of the app', 'Sales dashboard')],
  ['volume.name', textField('Name', 'The name of the volume', 'models')],
  ['project.name', textField('Name', 'The name of the project', 'Retail')],
  [
    'job.alias',
    textField('Alias', 'A short name that is unique in the project', 'sales_extraction'),
  ],
  [
    'pipeline.alias',
    textField(
      'Alias',
      'A short name that is unique in the project. By default, it is derived from the name.',
      'daily_sales',
    ),
  ],
  ['name', textField('Name', 'The name of the {kind}')],
  ['description', textField('Description', 'The description of the {kind}')],
  ['category', textField('Category', 'The category of the {kind}', 'Extraction')],
  ...['job.alerting', 'pipeline.alerting', 'app.alerting'].map(
    (name): [string, FieldWithoutName] => [
      name,
      jsonField(
        'Alerting (JSON)',
        `Who is notified, and for which statuses of ${name === 'app.alerting' ? 'the app' : 'the runs'}, as a JSON object. Enter null to turn off notifications.`,
        '{ "emails": ["ops@example.com"], "statusList": ["FAILED"] }',
      ),
    ],
  ),
  ...['job.resources', 'app.resources'].map((name): [string, FieldWithoutName] => [
    name,
    jsonField(
      'Resources (JSON)',
      `The CPU (in cores) and memory (usually in MB) that ${name === 'app.resources' ? 'the app' : 'a run'} requests, and their limits, as a JSON object`,
      '{ "cpu": { "request": 0.5, "limit": 2 }, "memory": { "request": 512, "limit": 2048 } }',
    ),
  ]),
  [
    'cronScheduling',
    textField(
      'Cron Schedule',
      'When the {kind} runs automatically, as a cron expression with five fields',
      '0 6 * * 1-5',
    ),
  ],
  ['isScheduled', booleanField('Is Scheduled', 'Whether the schedule of the {kind} is active')],
  [
    'scheduleTimezone',
    textField('Schedule Time Zone', 'The time zone of the schedule', 'Europe/Paris'),
  ],
  [
    'isStreaming',
    booleanField(
      'Is Streaming',
      'Whether the job is a streaming job, which runs until it is stopped',
    ),
  ],
  ['doesUseGPU', booleanField('Uses GPU', 'Whether runs use a GPU')],
  [
    'hasExecutionVariablesEnabled',
    booleanField(
      'Pass Variables Between Jobs',
      'Whether the jobs of a run can pass variables to one another',
    ),
  ],
  [
    'size',
    textField(
      'Size',
      'The size of the volume. Most platforms can increase the size later, but no platform can decrease it.',
      '10 GB',
    ),
  ],
  ['releaseNote', textField('Release Note', 'A note on what changed in this version')],
  [
    'commandLine',
    textField('Command Line', 'The command that a run executes', 'python {file} --day today'),
  ],
  [
    'dockerCredentialsId',
    textField('Docker Credential ID', 'The ID of the Docker credential for pulling the image'),
  ],
  [
    'job.dockerImage',
    textField(
      'Docker Image',
      'The Docker image to run, if the technology runs images',
      'registry.example.com/etl:1.4',
    ),
  ],
  [
    'app.dockerImage',
    textField('Docker Image', 'The Docker image to run', 'registry.example.com/dashboard:1.4'),
  ],
  [
    'runtimeContextId',
    textField('Context ID', "The ID of the technology's context to run with", '3.12'),
  ],
  [
    'runtimeVersion',
    textField(
      'Runtime Version',
      'The version of the technology to run with, as in its contexts',
      '3.12',
    ),
  ],
  [
    'extraLanguage',
    textField('Extra Language', 'An additional language that the job uses', 'Python'),
  ],
  [
    'extraLanguageVersion',
    textField(
      'Extra Language Version',
      'The version of the additional language, if the technology offers several',
      '3.12',
    ),
  ],
  [
    'packageName',
    textField(
      'Package Name',
      'The name of the package on the platform. By default, the name of the file.',
      'main.py',
    ),
  ],
  [
    'job.sourceUrl',
    textField('Source URL', 'The URL that the code comes from', 'https://git.example.com/etl'),
  ],
  [
    'pipeline.sourceUrl',
    textField('Source URL', 'The URL that the graph comes from', 'https://git.example.com/etl'),
  ],
  [
    'usePreviousArtifact',
    booleanField('Use Previous Package', 'Whether to use the package of the previous version'),
  ],
  [
    'ports',
    jsonField(
      'Ports (JSON)',
      'The ports that the app listens on, as a JSON array',
      '[8080, { "number": 9000, "name": "metrics", "scope": "PUBLIC" }]',
    ),
  ],
  [
    'volumes',
    jsonField(
      'Volumes (JSON)',
      'The volumes of the app, by name or ID, with their mount paths, as a JSON array',
      '[{ "path": "/data", "volume": "models" }]',
    ),
  ],
]);

export function buildSettingField(kind: string, name: string): INodeProperties {
  const field = SETTINGS.get(`${kind}.${name}`) ?? SETTINGS.get(name);
  if (!field) throw new Error(`The setting "${name}" of a ${kind} has no label in settings.ts`);
  return { ...field, name, description: field.description?.replace('{kind}', kind) };
}

/** Builds a field for each setting of the table that can be changed and is not in `leftOut`, and the field `moreFields`. */
export function buildSettingFields(
  kind: string,
  table: EntityFields,
  ...leftOut: string[]
): INodeProperties[] {
  const changeable = Object.entries(table).filter(([, { isFixed }]) => !isFixed);
  const names = Object.keys(collectInputPaths(Object.fromEntries(changeable)));
  const included = names.filter((name) => !leftOut.includes(name));
  return [...included.map((name) => buildSettingField(kind, name)), moreFields];
}
