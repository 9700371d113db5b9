import { changeById } from '../operationById';
import { pipelinePicker } from './fields';

export const deleteOperation = changeById(pipelinePicker, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a pipeline and its runs permanently',
  prepare: ({ pipelines }) => pipelines.prepareDelete,
});
