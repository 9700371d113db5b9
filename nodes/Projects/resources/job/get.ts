import { readById } from '../operationById';
import { jobPicker } from './fields';

export const get = readById(jobPicker, {
  value: 'get',
  name: 'Get',
  description: 'Get a job with its current version and its latest run',
  read: ({ jobs }) => jobs.get,
});
