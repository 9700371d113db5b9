import { listInProject } from '../listInProject';

export const getAll = listInProject('Docker credentials', (api) => api.listDockerCredentials);
