import { changeById } from '../operationById';
import { aPipeline } from './fields';

export const deleteOperation = changeById(aPipeline, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a pipeline permanently, with its runs',
  prepare: ({ pipelines }) => pipelines.prepareDelete,
});
