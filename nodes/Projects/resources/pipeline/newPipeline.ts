import type { PlatformClient } from '../../../../platform/client';
import { projectLocator } from '../../../shared/locators/locators';
import type { ItemCall } from '../../../shared/operation/operation';
import { readSettingFields } from '../settings';
import { additionalPipelineFields, pipelineName } from './fields';
import { graphFields, readGraphFields } from './graphFields';

/** What is asked of a user for a new pipeline. */
export const createFields = [
  projectLocator,
  { ...pipelineName, required: true },
  ...graphFields,
  additionalPipelineFields,
];

export function readNewPipeline(call: ItemCall<PlatformClient>) {
  const { parameters } = call;
  const { values, more } = readSettingFields(parameters, 'additionalFields');
  const name = parameters.text('name');
  return {
    projectId: parameters.locator('projectId'),
    graph: readGraphFields(call),
    settings: { values: { ...values, name }, more },
  };
}
