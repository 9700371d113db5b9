import { listInProject } from '../listInProject';

export const getAll = listInProject('apps', ({ apps }) => apps.list);
