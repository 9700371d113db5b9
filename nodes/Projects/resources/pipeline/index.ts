import { run } from '../../runs/run';
import { runAndWait } from '../../runs/runAndWait';
import { pipelineSide } from '../../runs/side';
import type { ProjectsResource } from '../types';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';

export const pipeline: ProjectsResource = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [runAndWait(pipelineSide), run(pipelineSide), getAll, get, deleteOperation],
};
