import { listInProject } from '../listInProject';

export const getAll = listInProject(
  'Docker credentials',
  ({ dockerCredentials }) => dockerCredentials.list,
);
