import { listInProject } from '../listInProject';

export const getAll = listInProject('docker credentials', (api) => api.listDockerCredentials);
