import { pipelineLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const get = onOne({
  value: 'get',
  name: 'Get',
  action: 'Get pipeline',
  description: 'Read a pipeline with the graph of its current version',
  filter: projectFilterFor('pipelines'),
  locator: pipelineLocator,
  act: (api) => api.getPipeline,
});
