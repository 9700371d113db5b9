import { pipelineLocator, projectFilterFor } from '../../../shared/locators';
import { readById } from '../operationById';

export const get = readById({
  value: 'get',
  name: 'Get',
  action: 'Get pipeline',
  description: 'Read a pipeline with the graph of its current version',
  filter: projectFilterFor('pipelines'),
  locator: pipelineLocator,
  read: (api) => api.getPipeline,
});
