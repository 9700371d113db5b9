import { listInProject } from '../listInProject';

export const getAll = listInProject('volumes', (api) => api.listVolumes);
