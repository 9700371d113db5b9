import { PIPELINE } from '../../runs/runnable';
import { listInProject } from '../listInProject';

export const getAll = listInProject('pipelines', ({ pipelines }) => pipelines.list, PIPELINE);
