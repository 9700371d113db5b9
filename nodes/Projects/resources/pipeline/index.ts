import { run } from '../../runs/run';
import { runAndWait } from '../../runs/runAndWait';
import { pipelineSide } from '../../runs/side';
import type { ProjectsResource } from '../types';
import { create } from './create';
import { deleteOperation } from './delete';
import { duplicate } from './duplicate';
import { get } from './get';
import { getAll } from './getAll';
import { rollback } from './rollback';
import { update } from './update';
import { upsert } from './upsert';

export const pipeline: ProjectsResource = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [
    runAndWait(pipelineSide),
    run(pipelineSide),
    getAll,
    get,
    create,
    upsert,
    update,
    duplicate,
    rollback,
    deleteOperation,
  ],
};
