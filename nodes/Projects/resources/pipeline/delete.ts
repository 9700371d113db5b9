import { changeById } from '../operationById';
import { aPipeline } from './fields';

export const deleteOperation = changeById(aPipeline, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a pipeline and its runs permanently',
  prepare: ({ pipelines }) => pipelines.prepareDelete,
});
