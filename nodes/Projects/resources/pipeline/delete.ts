import { pipelineLocator, projectFilterFor } from '../../../shared/locators';
import { changeById } from '../operationById';

export const deleteOperation = changeById({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete pipeline',
  description: 'Delete a pipeline permanently, with its runs',
  filter: projectFilterFor('pipelines'),
  locator: pipelineLocator,
  prepare: (api) => api.prepareDeletePipeline,
});
