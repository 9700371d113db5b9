import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { VariablePlace } from '../../../../platform/resources/environmentVariable/variable';
import {
  appLocator,
  jobLocator,
  pipelineLocator,
  projectFilterFor,
  projectLocator,
} from '../../../shared/locators/locators';
import type { ItemCall } from '../../../shared/operation/operation';

/** The field that tells whose variables are meant, for each scope that has one. */
const LOCATORS: ReadonlyMap<string, INodeProperties> = new Map([
  ['PROJECT', projectLocator],
  ['PIPELINE', pipelineLocator],
  ['JOB', jobLocator],
  ['APP', appLocator],
]);

const shownFor = (field: INodeProperties, ...scopes: string[]): INodeProperties => ({
  ...field,
  displayOptions: { show: { scope: scopes } },
});

/** Where variables stand: the scope, then the project, pipeline, job or app. */
export const placeFields: INodeProperties[] = [
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
  shownFor(projectFilterFor('pipelines'), 'PIPELINE'),
  shownFor(projectFilterFor('jobs'), 'JOB'),
  shownFor(projectFilterFor('apps'), 'APP'),
  ...[...LOCATORS].map(([scope, locator]) => shownFor(locator, scope)),
];

export const variableName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. DATA_REGION',
  description: 'The name of the variable (case-sensitive)',
};

/** The place that these fields tell. */
export function readPlace({ parameters, client }: ItemCall<PlatformClient>): VariablePlace {
  const scope = parameters.choice('scope');
  const locator = LOCATORS.get(scope);
  return client.variables.readPlace(scope, locator && parameters.locator(locator.name));
}
