import type { INodeProperties } from 'n8n-workflow';
import {
  jobLocator,
  pipelineLocator,
  projectFilter,
  projectFilterFor,
  readLocator,
} from '../../shared/locators';
import type { ItemCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import type { RunKind } from '../../../platform/runs/kinds';

type Api = PlatformClient['api'];

/** Jobs and pipelines have runs alike; this is what differs for a user. */
export interface RunSide {
  /** As in "Run job". */
  noun: string;
  kind(api: Api): RunKind;
  /** Fields that choose the job or pipeline. */
  parentFields: INodeProperties[];
  readParentId(call: ItemCall<PlatformClient>): string;
}

export const jobSide: RunSide = {
  noun: 'job',
  kind: (api) => api.JOB_RUNS,
  parentFields: [projectFilter, jobLocator],
  readParentId: ({ execution, itemIndex, client: { api } }) =>
    api.readJobId(readLocator(execution, 'jobId', itemIndex)),
};

export const pipelineSide: RunSide = {
  noun: 'pipeline',
  kind: (api) => api.PIPELINE_RUNS,
  parentFields: [projectFilterFor('pipelines'), pipelineLocator],
  readParentId: ({ execution, itemIndex, client: { api } }) =>
    api.readIdentifier(readLocator(execution, 'pipelineId', itemIndex), 'pipeline'),
};
