import type { PlatformClient } from '../../../../platform/client';
import { projectLocator, readLocator } from '../../../shared/locators';
import type { ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { readSettingFields } from '../settings';
import { moreOfPipeline, pipelineName } from './fields';
import { graphFields, readGraphFields } from './graphFields';

/** What is asked of a user for a new pipeline. */
export const createFields = [
  projectLocator,
  { ...pipelineName, required: true },
  ...graphFields,
  moreOfPipeline,
];

export function readNewPipeline(call: ItemCall<PlatformClient>) {
  const { execution, itemIndex } = call;
  const { values, more } = readSettingFields(execution, 'additionalFields', itemIndex);
  const name = readParameter(execution, 'name', itemIndex, '') as string;
  return {
    projectId: readLocator(execution, 'projectId', itemIndex),
    graph: readGraphFields(call),
    settings: { values: { ...values, name }, more },
  };
}
