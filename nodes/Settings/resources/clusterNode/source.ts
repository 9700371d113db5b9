import type { Readiness } from '../../../../platform/nodeReadiness/check';
import type { ItemCall } from '../../../shared/operation';
import type { SettingsClient } from '../../settingsClient';
import { readParameter } from '../../../shared/parameters/readParameter';

type Source = Pick<Readiness, 'nodes' | 'askAdmission'>;

/** The nodes, and how to find out about the admission controller, from the cluster or from what kubectl printed. */
export async function readSource(call: ItemCall<SettingsClient>, vendor: string): Promise<Source> {
  const { execution, itemIndex } = call;
  const source = readParameter(execution, 'source', itemIndex, 'kubernetesApi');
  return source === 'json' ? printedSource(call, vendor) : await clusterSource(call, vendor);
}

async function clusterSource(
  { client: { api, cluster: connect }, options }: ItemCall<SettingsClient>,
  vendor: string,
): Promise<Source> {
  const cluster = await connect();
  return {
    nodes: await cluster.nodes(options),
    askAdmission: async () => api.admissionFact(await cluster.systemPods(options), vendor),
  };
}

function printedSource(
  { execution, itemIndex, client: { api } }: ItemCall<SettingsClient>,
  vendor: string,
): Source {
  const { nodes, pods } = api.readPrintedObjects(
    readParameter(execution, 'nodesJson', itemIndex, ''),
  );
  return {
    nodes,
    askAdmission: async () =>
      pods.length > 0
        ? api.admissionFact(pods, vendor)
        : api.unknownAdmission('the JSON holds no pods of the cluster', vendor),
  };
}
