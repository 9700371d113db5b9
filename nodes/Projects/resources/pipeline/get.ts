import { readById } from '../operationById';
import { pipelinePicker } from './fields';

export const get = readById(pipelinePicker, {
  value: 'get',
  name: 'Get',
  description: 'Get a pipeline with the graph of its current version',
  read: ({ pipelines }) => pipelines.get,
});
