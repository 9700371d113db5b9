import type { INodeProperties } from 'n8n-workflow';
import type { ItemCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import { readParameter } from '../../shared/parameters/readParameter';

export const runIdField: INodeProperties = {
  displayName: 'Run ID',
  name: 'runId',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. 6f1d2c3b-0000-4000-8000-000000000000',
  description: 'ID of the run, as "Run" and "Get Many" put it out',
};

export function readRunId({
  execution,
  itemIndex,
  client: { api },
}: ItemCall<PlatformClient>): string {
  return api.readRunId(readParameter(execution, 'runId', itemIndex));
}
