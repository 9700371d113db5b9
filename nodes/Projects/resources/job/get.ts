import { jobLocator, projectFilter } from '../../../shared/locators';
import { readById } from '../operationById';

export const get = readById({
  value: 'get',
  name: 'Get',
  action: 'Get job',
  description: 'Read a job with its current version and its latest run',
  filter: projectFilter,
  locator: jobLocator,
  read: (api) => api.getJob,
});
