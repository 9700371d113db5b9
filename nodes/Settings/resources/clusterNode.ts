import type { CheckedRole } from '../../../platform/cluster/nodeCheck';
import { loadPlatform } from '../../shared/client/loadPlatform';
import type { ItemCall, ItemOperation, Resource } from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';
import { buildOptionsField } from '../../shared/parameters/collections';
import { splitNames } from '../../shared/parameters/fieldValue';
import type { SettingsClient } from '../settingsClient';

async function openSource({ parameters, client, options }: ItemCall<SettingsClient>) {
  if (parameters.choice('source') === 'json') {
    const { nodeCheck } = await loadPlatform();
    const { nodes, pods } = nodeCheck.readPrintedObjects(parameters.value('nodesJson'));
    return { nodes, readSystemPods: async () => pods };
  }
  const { cluster } = await client.openCluster();
  return {
    nodes: await cluster.listNodes(options),
    readSystemPods: async () => await cluster.listSystemPods(options),
  };
}

const check: ItemOperation<SettingsClient> = {
  value: 'check',
  name: 'Check',
  action: 'Check cluster nodes',
  description: "Check whether the nodes of the cluster meet the platform's requirements",
  output: {
    ...defineFields('node role ready:boolean summary fix'),
    findings: [defineFields('requirement ok:boolean found expected fix')],
  },
  fields: [
    {
      displayName: 'Source',
      name: 'source',
      type: 'options',
      options: [
        {
          name: 'JSON',
          value: 'json',
          description: 'Use the output of kubectl. No access to the cluster is needed.',
        },
        {
          name: 'Kubernetes API',
          value: 'kubernetesApi',
          description: 'Get the nodes from the cluster of the credential',
        },
      ],
      default: 'kubernetesApi',
      description: 'Where the nodes come from',
    },
    {
      displayName: 'Nodes (JSON)',
      name: 'nodesJson',
      type: 'json',
      typeOptions: { rows: 6 },
      default: '',
      required: true,
      description:
        'The nodes, as JSON output of kubectl. Include the pods of kube-system to also check the admission controller.',
      hint: 'Output of: kubectl get nodes -o json. To include the pods: kubectl get nodes,pods -n kube-system -o json',
      displayOptions: { show: { source: ['json'] } },
    },
    {
      displayName: 'GPU Vendor Domain',
      name: 'gpuVendorDomain',
      type: 'string',
      default: 'nvidia.com',
      required: true,
      placeholder: 'e.g. amd.com',
      description:
        'The domain of the GPU vendor. It is the part before "/gpu" in the resource name.',
    },
    {
      displayName: 'Nodes to Check',
      name: 'role',
      type: 'options',
      options: [
        {
          name: 'All',
          value: 'all',
          description: 'All nodes, including those without requirements',
        },
        { name: 'Dedicated to the Platform', value: 'platformCommon' },
        { name: 'With GPUs', value: 'gpu' },
      ],
      default: 'all',
      description: 'Which nodes to return, and which requirements to check',
    },
    {
      displayName: 'Include Findings',
      name: 'includeFindings',
      type: 'boolean',
      default: true,
      description:
        'Whether to return each requirement with its actual and expected value. Turn off to make the table easier to read.',
    },
    buildOptionsField('Additional checks', [
      {
        displayName: 'Platform IDs',
        name: 'platformIds',
        type: 'string',
        default: '',
        placeholder: 'e.g. 1, 2',
        description:
          'The IDs of the platforms whose GPU settings to check, separated by commas. If empty, the platform of the credential is checked.',
      },
    ]),
  ],

  async run(call) {
    const { parameters, client, options } = call;
    const { nodeCheck } = await loadPlatform();
    const vendor = nodeCheck.readVendorDomain(parameters.value('gpuVendorDomain'));
    const reports = await nodeCheck.checkNodes({
      ...(await openSource(call)),
      vendor,
      role: parameters.choice<CheckedRole>('role'),
      async openGpuSettings() {
        const settings = await client.openSettingsIfChosen();
        const platformIds = splitNames(parameters.text('options.platformIds'));
        return (
          settings && {
            platformIds: platformIds.length > 0 ? platformIds : [settings.platformId],
            read: async (platformId) => await settings.readGpu(platformId, options),
          }
        );
      },
    });
    const isDetailed = parameters.boolean('includeFindings');
    return reports.map(({ findings, ...report }) => ({
      json: { ...report, ...(isDetailed && { findings }) },
    }));
  },
};

export const clusterNode: Resource<SettingsClient> = {
  value: 'clusterNode',
  name: 'Cluster Node',
  operations: [check],
};
