import type { INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { OperationCall } from '../../shared/operation/operation';
import { entityOutput } from './entityOutput';

/** One entity as an output item, with the label of its technology where it has one. */
export async function labelledItem(
  { client, options }: OperationCall<PlatformClient>,
  entity: object,
): Promise<INodeExecutionData> {
  const [labelled] = await client.withTechnologyLabels([entity], options);
  return { json: entityOutput(client, { ...labelled }) };
}
