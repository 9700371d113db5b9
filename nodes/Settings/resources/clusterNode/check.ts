import type { SettingsClient } from '../../settingsClient';
import type { ItemOperation } from '../../../shared/operation';
import type { CheckedRole } from '../../../../platform/nodeReadiness/check';
import { platformModule } from '../../../shared/platformModule';
import { readSource } from './source';

export const check: ItemOperation<SettingsClient> = {
  value: 'check',
  name: 'Check',
  action: 'Check cluster nodes',
  description: 'Check which nodes of the cluster are not set up as the platform needs them',
  fields: [
    {
      displayName: 'Source',
      name: 'source',
      type: 'options',
      options: [
        {
          name: 'JSON',
          value: 'json',
          description: 'What kubectl printed; needs no access to the cluster',
        },
        {
          name: 'Kubernetes API',
          value: 'kubernetesApi',
          description: 'The cluster that the credential leads to',
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
        'The nodes as kubectl printed them. With the pods of kube-system beside them the admission controller can be told as well.',
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
      description: 'Of the vendor whose GPUs the platform uses: what stands before "/gpu"',
    },
    {
      displayName: 'Nodes to Check',
      name: 'role',
      type: 'options',
      options: [
        { name: 'All', value: 'all', description: 'Also reports the nodes that need nothing' },
        { name: 'Dedicated to the Platform', value: 'platformCommon' },
        { name: 'With GPUs', value: 'gpu' },
      ],
      default: 'all',
      description: 'Which nodes are reported, and which requirements are looked at',
    },
    {
      displayName: 'Include Findings',
      name: 'includeFindings',
      type: 'boolean',
      default: true,
      description:
        'Whether to tell of each requirement by itself, what was found and what is expected. Switch it off for a table that is easy to read.',
    },
  ],

  async run(call) {
    const { parameters, client, options } = call;
    const { nodeReadiness } = await platformModule();
    const vendor = nodeReadiness.readVendorDomain(parameters.value('gpuVendorDomain'));
    const { nodes, askAdmission } = await readSource(call, vendor);
    const reports = await nodeReadiness.check({
      nodes,
      vendor,
      role: parameters.choice<CheckedRole>('role'),
      askAdmission,
      async askGpuSupport() {
        const settings = await client.settingsIfChosen();
        if (!settings) return nodeReadiness.unknownGpuSupport();
        const { platformId } = settings;
        return nodeReadiness.gpuSupportFact(await settings.gpu(platformId, options), platformId);
      },
    });
    const isDetailed = parameters.boolean('includeFindings');
    return reports.map(({ findings, ...report }) => ({
      json: { ...report, ...(isDetailed && { findings }) },
    }));
  },
};
