import { jobLocator, projectFilter } from '../../../shared/locators';
import { onOne } from '../onOne';

export const get = onOne({
  value: 'get',
  name: 'Get',
  action: 'Get job',
  description: 'Read a job with its current version and its latest run',
  filter: projectFilter,
  locator: jobLocator,
  act: (api) => api.getJob,
});
