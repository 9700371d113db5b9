import { readById } from '../operationById';
import { aJob } from './fields';

export const get = readById(aJob, {
  value: 'get',
  name: 'Get',
  description: 'Get a job with its current version and its latest run',
  read: ({ jobs }) => jobs.get,
});
