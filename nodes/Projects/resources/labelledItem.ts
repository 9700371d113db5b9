import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { OperationCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';

/** One thing as an output item, with the label of its technology where it has one. */
export async function labelledItem(
  { client: { api, platform }, options }: OperationCall<PlatformClient>,
  thing: object,
): Promise<INodeExecutionData> {
  const [labelled] = await api.withTechnologyLabels(platform, [thing], options);
  return { json: { ...labelled } as IDataObject };
}
