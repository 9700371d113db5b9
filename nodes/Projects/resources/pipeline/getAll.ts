import { listInProject } from '../listInProject';

export const getAll = listInProject('pipelines', (api) => api.listPipelines);
