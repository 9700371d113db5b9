import { listInProject } from '../listInProject';

export const getAll = listInProject('volumes', ({ volumes }) => volumes.list);
