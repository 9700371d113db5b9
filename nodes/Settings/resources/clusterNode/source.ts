import type { Readiness } from '../../../../platform/nodeReadiness/check';
import type { ItemCall } from '../../../shared/operation/operation';
import type { SettingsClient } from '../../settingsClient';
import { loadPlatform } from '../../../shared/client/loadPlatform';

type Source = Pick<Readiness, 'nodes' | 'askAdmission'>;

/** The nodes, and how to find out about the admission controller, from the cluster or from what kubectl printed. */
export async function readSource(call: ItemCall<SettingsClient>, vendor: string): Promise<Source> {
  const { parameters } = call;
  const source = parameters.choice('source');
  return source === 'json' ? await printedSource(call, vendor) : await clusterSource(call, vendor);
}

async function clusterSource(
  { client, options }: ItemCall<SettingsClient>,
  vendor: string,
): Promise<Source> {
  const { nodeReadiness } = await loadPlatform();
  const { cluster } = await client.cluster();
  return {
    nodes: await cluster.nodes(options),
    askAdmission: async () =>
      await nodeReadiness.askAdmission(async () => await cluster.systemPods(options), vendor),
  };
}

async function printedSource(
  { parameters }: ItemCall<SettingsClient>,
  vendor: string,
): Promise<Source> {
  const { nodeReadiness } = await loadPlatform();
  const { nodes, pods } = nodeReadiness.readPrintedObjects(parameters.value('nodesJson'));
  return {
    nodes,
    askAdmission: async () =>
      pods.length > 0
        ? nodeReadiness.admissionFact(pods, vendor)
        : nodeReadiness.unknownAdmission('the JSON contains no pods of the cluster', vendor),
  };
}
