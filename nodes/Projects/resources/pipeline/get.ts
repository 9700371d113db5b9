import { readById } from '../operationById';
import { aPipeline } from './fields';

export const get = readById(aPipeline, {
  value: 'get',
  name: 'Get',
  description: 'Get a pipeline with the graph of its current version',
  read: ({ pipelines }) => pipelines.get,
});
