import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { VARIABLE } from '../../../platform/resources/environmentVariable/fields';
import type { VariableFormat } from '../../../platform/resources/environmentVariable/readVariablesToSet';
import type {
  VariableOwner,
  VariableScope,
} from '../../../platform/resources/environmentVariable/variable';
import { pagingFields, takeUpToLimit } from '../../shared/items/paging';
import {
  appLocator,
  jobLocator,
  pipelineLocator,
  buildProjectFilter,
  projectLocator,
} from '../../shared/locators/locators';
import {
  type ItemCall,
  type Operation,
  type Resource,
  defineChange,
} from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';
import { dryRunField, buildOptionsField } from '../../shared/parameters/collections';
import { DELETED } from '../../shared/operation/kind';
import { buildTableOutput } from '../outputs';

const VARIABLE_OUTPUT = buildTableOutput(VARIABLE);

/** The locator for each scope. The global scope has no locator. */
const LOCATORS: ReadonlyMap<string, INodeProperties> = new Map([
  ['PROJECT', projectLocator],
  ['PIPELINE', pipelineLocator],
  ['JOB', jobLocator],
  ['APP', appLocator],
]);

const showForScopes = (field: INodeProperties, ...scopes: string[]): INodeProperties => ({
  ...field,
  displayOptions: { show: { scope: scopes } },
});

const ownerFields: INodeProperties[] = [
  {
    displayName: 'Scope',
    name: 'scope',
    type: 'options',
    options: [
      { name: 'App', value: 'APP', description: 'Variables of one app' },
      { name: 'Global', value: 'GLOBAL', description: 'Variables of the whole platform' },
      { name: 'Job', value: 'JOB', description: 'Variables of one job' },
      { name: 'Pipeline', value: 'PIPELINE', description: 'Variables of one pipeline' },
      { name: 'Project', value: 'PROJECT', description: 'Variables of one project' },
    ],
    default: 'PROJECT',
    description: 'Where the variable is defined. A narrower scope overrides a wider one.',
  },
  showForScopes(buildProjectFilter('pipelines'), 'PIPELINE'),
  showForScopes(buildProjectFilter('jobs'), 'JOB'),
  showForScopes(buildProjectFilter('apps'), 'APP'),
  ...[...LOCATORS].map(([scope, locator]) => showForScopes(locator, scope)),
];

const variableNameField: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. DATA_REGION',
  description: 'The name of the variable (case-sensitive)',
};

function readOwner({ parameters, client }: ItemCall<PlatformClient>): VariableOwner {
  const scope = parameters.choice<VariableScope>('scope');
  const locator = LOCATORS.get(scope);
  return client.variables.readOwner(scope, locator && parameters.locator(locator.name));
}

const valueField: INodeProperties = {
  displayName: 'Value',
  name: 'value',
  description: 'The value of the variable',
  type: 'string',
  default: '',
};

const set = defineChange({
  isRepeatable: false,
  secretParameters: ['value'],
  value: 'set',
  name: 'Set',
  action: 'Set environment variable',
  description: 'Create an environment variable, or update the one with this name',
  output: VARIABLE_OUTPUT,
  fields: [
    ...ownerFields,
    variableNameField,
    {
      displayName: 'Is Password',
      name: 'isPassword',
      type: 'boolean',
      default: false,
      description:
        'Whether the value is a secret that the platform never returns. A password variable cannot become a normal variable.',
    },
    { ...valueField, displayOptions: { show: { isPassword: [false] } } },
    {
      ...valueField,
      typeOptions: { password: true },
      displayOptions: { show: { isPassword: [true] } },
      description:
        'The value of the variable. Leave empty to keep the current value of a password.',
    },
    {
      displayName: 'Description',
      name: 'description',
      type: 'string',
      default: '',
      description: 'The description of the variable. Leave empty to keep the current description.',
    },
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const owner = readOwner(call);
    const description = parameters.text('description');
    const variable = {
      name: parameters.text('name'),
      value: toVariableText(parameters.value('value')),
      isPassword: parameters.boolean('isPassword'),
      description: description || undefined,
    };
    return await client.variables.prepareSet(owner, variable, options);
  },

  async change({ mayHaveBeenMade }, setVariable) {
    return { json: { ...(await setVariable(mayHaveBeenMade)) } };
  },
});

/** An expression may return a number, a boolean or an object. */
function toVariableText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many environment variables',
  description:
    'Get many environment variables of a scope. The values of passwords are not returned.',
  output: VARIABLE_OUTPUT,
  fields: [
    ...ownerFields,
    ...pagingFields,
    buildOptionsField('Which other variables to return', [
      {
        displayName: 'Include Wider Scopes',
        name: 'includeWiderScopes',
        type: 'boolean',
        default: true,
        description:
          'Whether to also return the variables of wider scopes, for example those of the project for a pipeline, if the platform returns them',
      },
    ]),
  ],

  async run(call) {
    const { parameters, client, options } = call;
    const owner = readOwner(call);
    const includeWiderScopes = parameters.boolean('options.includeWiderScopes');
    const variables = await client.variables.list(owner, options);
    const selected = variables.filter(({ scope }) => includeWiderScopes || scope === owner.scope);
    return takeUpToLimit(call, selected).map((variable) => ({ json: { ...variable } }));
  },
};

const replaceAll = defineChange({
  isRepeatable: false,
  secretParameters: ['text'],
  value: 'replaceAll',
  name: 'Replace All',
  action: 'Replace all environment variables',
  description:
    'Replace all variables of a scope with those of a JSON or .env text. Other variables of the scope are deleted.',
  output: defineFields('name scope action isPassword:boolean value previousValue dryRun:boolean'),
  fields: [
    ...ownerFields,
    {
      displayName: 'Format',
      name: 'format',
      type: 'options',
      default: 'json',
      description: 'The format of the text',
      options: [
        {
          name: 'Env File',
          value: 'env',
          description:
            'Lines such as NAME=value. In double quotes, \\n, \\r, \\t, \\" and \\\\ are escapes.',
        },
        {
          name: 'JSON',
          value: 'json',
          description:
            'An object such as { "REGION": "eu", "TOKEN": { "value": "…", "isPassword": true } }, or a list of objects with the fields that "Get Many" returns',
        },
      ],
    },
    {
      displayName: 'Variables',
      name: 'text',
      type: 'string',
      typeOptions: { rows: 6 },
      default: '',
      required: true,
      placeholder: 'e.g. { "REGION": "eu", "TOKEN": { "value": "…", "isPassword": true } }',
      description:
        'All variables that the scope should have. A password without a value keeps its current value. A password variable cannot become a normal variable.',
    },
    dryRunField,
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const owner = readOwner(call);
    const format = parameters.choice<VariableFormat>('format');
    const variables = client.variables.readVariablesToSet(format, parameters.value('text'));
    const dryRun = parameters.boolean('dryRun');
    const replace = await client.variables.prepareReplaceAll(owner, variables, dryRun, options);
    return { replace, dryRun };
  },

  changesNothing: ({ dryRun }) => dryRun,

  async change(_call, { replace, dryRun }) {
    const changes = await replace();
    return changes.map((change) => ({ json: { ...change, ...(dryRun && { dryRun }) } }));
  },
});

const deleteOperation = defineChange({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete environment variable',
  description: 'Delete the environment variable with this name permanently',
  output: { ...DELETED, ...defineFields('name scope') },
  fields: [...ownerFields, variableNameField],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const owner = readOwner(call);
    const name = parameters.text('name');
    return await client.variables.prepareDelete(owner, name, options);
  },

  async change({ mayHaveBeenMade }, deleteVariable) {
    return { json: { ...(await deleteVariable(mayHaveBeenMade)) } };
  },
});

export const environmentVariable: Resource<PlatformClient> = {
  value: 'environmentVariable',
  name: 'Environment Variable',
  operations: [set, getAll, replaceAll, deleteOperation],
};
