import { listInProject } from '../listInProject';

export const getAll = listInProject('apps', (api) => api.listApps);
