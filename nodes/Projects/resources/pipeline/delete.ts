import { pipelineLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const deleteOperation = onOne({
  value: 'delete',
  name: 'Delete',
  action: 'Delete pipeline',
  description: 'Delete a pipeline permanently, with its runs',
  filter: projectFilterFor('pipelines'),
  locator: pipelineLocator,
  act: (api) => api.deletePipeline,
});
