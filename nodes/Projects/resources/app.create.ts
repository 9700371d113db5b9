import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { APP as TABLE } from '../../../platform/resources/app/fields';
import { readIdentifier, readRequiredText } from '../../../platform/common/input/identifiers';
import {
  buildDependentLocator,
  projectLocator,
  buildTechnologyLocator,
} from '../../shared/locators/locators';
import type { ItemCall } from '../../shared/operation/operation';
import { APP, appNameField, appSettings } from './app.fields';
import { app } from '../outputs';
import { readSettingFields, buildSettingFields } from './settings';
import { buildAdditionalFields, buildVersionFields } from '../../shared/parameters/collections';

const showForSource = (source: string, field: INodeProperties): INodeProperties => ({
  ...field,
  displayOptions: { show: { source: [source] } },
});

const technologyLocator = buildTechnologyLocator(
  'searchAppTechnologies',
  ({ __typename = 'AppTechnology', available }) =>
    __typename === 'AppTechnology' && available !== false,
);

const contextLocator = buildDependentLocator(
  {
    displayName: 'Context',
    name: 'contextId',
    description:
      'The version of the technology. If you add no ports, the app gets the ports of this version.',
    searchListMethod: 'searchContexts',
    entityWithArticle: 'a context',
    idPlaceholder: '3.12',
  },
  'technologyId.value',
);

const firstVersionField = buildVersionFields(
  buildSettingFields('app', TABLE.version, 'dockerImage', 'runtimeContextId'),
);

const fields: INodeProperties[] = [
  projectLocator,
  { ...appNameField, required: true },
  {
    displayName: 'From',
    name: 'source',
    type: 'options',
    default: 'technology',
    description: 'The program that the app runs',
    options: [
      { name: 'Image', value: 'image', description: 'Run your own Docker image' },
      {
        name: 'Technology',
        value: 'technology',
        description: 'Run a technology of the catalog, in one of its contexts',
      },
    ],
  },
  showForSource('technology', {
    ...technologyLocator,
    description: 'The technology that the app runs',
  }),
  showForSource('technology', contextLocator),
  showForSource('image', {
    displayName: 'Image',
    name: 'image',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. registry.example.com/dashboard:1.4',
    description: 'The Docker image to run',
  }),
  showForSource('image', {
    ...technologyLocator,
    required: false,
    description:
      'The technology of the app. Leave empty to use the technology of the catalog that runs apps from any image.',
  }),
  firstVersionField,
  {
    displayName: 'Environment Variables (JSON)',
    name: 'variables',
    type: 'json',
    default: '',
    placeholder: 'e.g. { "REGION": "eu", "TOKEN": { "value": "…", "isPassword": true } }',
    description: 'The environment variables of the app, as a JSON object',
  },
  {
    displayName: 'Restart With Variables',
    name: 'restartWithVariables',
    type: 'boolean',
    default: true,
    description:
      'Whether to restart the app after its variables are set. The platform starts a new app immediately, without them.',
  },
  buildAdditionalFields('app', appSettings),
];

export const create = APP.buildCreateFrom({
  secretParameters: ['variables'],
  description: 'Create an app. The platform starts it at once.',
  fields,
  output: { ...app.whole, restarted: 'boolean' },

  async prepare(call, apps) {
    const { parameters, client, options } = call;
    const name = parameters.text('name');
    const { values, more } = readSettingFields(parameters, 'additionalFields');
    const version = readSettingFields(parameters, 'version');
    const variables = parameters.value('variables');
    const newApp = {
      projectId: parameters.locator('projectId'),
      technologyId: parameters.locator('technologyId'),
      settings: { values: { ...values, name }, more },
      version: { ...version, values: { ...version.values, ...readSource(call) } },
      variables: variables === '' ? [] : client.variables.readVariablesToSet('json', variables),
      restartsWithVariables: parameters.boolean('restartWithVariables'),
    };
    return await apps.prepareCreate(newApp, options);
  },
});

function readSource({ parameters }: ItemCall<PlatformClient>) {
  if (parameters.choice('source') === 'image') {
    return { dockerImage: readRequiredText(parameters.value('image'), 'Image') };
  }
  const context = parameters.locator('contextId');
  return { runtimeContextId: readIdentifier(context, 'context') };
}
