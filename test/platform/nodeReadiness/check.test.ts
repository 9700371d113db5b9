import { CancelledError, ConnectionError } from '../../../platform/errors/errors';
import { readNodes } from '../../../platform/kubernetes/objects';
import { checkNodes } from '../../../platform/nodeReadiness/check';
import { DEDICATED, DEDICATED_NEIGHBOURS, FACTS, OTHER_VENDORS, TAINTS } from './states';
import { ACTIVE, check, nodeObject, verdicts } from './support';

/** Every combination of the states that a node with GPUs can be in. */
const combinations = Object.entries(TAINTS).flatMap(([taintName, taint]) =>
  Object.entries(FACTS).flatMap(([supportName, support]) =>
    Object.entries(FACTS).flatMap(([admissionName, admission]) =>
      Object.entries(OTHER_VENDORS).flatMap(([vendorName, other]) =>
        Object.entries(DEDICATED).map(([dedicatedName, dedicated]) => ({
          name: [taintName, supportName, admissionName, vendorName, dedicatedName].join(' / '),
          taint,
          support,
          admission,
          other,
          dedicated,
        })),
      ),
    ),
  ),
);

test(`each of ${combinations.length} combinations of requirements is judged by itself`, async () => {
  for (const { name, taint, support, admission, other, dedicated } of combinations) {
    const node = nodeObject({
      labels: dedicated.labels,
      taints: [...taint.taints, ...other.taints, ...dedicated.taints],
      capacity: { 'nvidia.com/gpu': '1', ...other.capacity },
    });
    const nodes = [node, ...DEDICATED_NEIGHBOURS.map(nodeObject)];
    const [report] = await check(nodes, { support, admission });
    const isDedicated = dedicated.label !== undefined;
    const expected = {
      gpuTaint: taint.ok,
      gpuSupport: support.ok,
      admissionController: admission.ok,
      singleGpuVendor: other.ok,
      ...(isDedicated && { platformCommonLabel: dedicated.label, sameLabels: dedicated.same }),
    };
    expect([name, verdicts(report)]).toEqual([name, expected]);
    expect([name, report?.role]).toEqual([name, isDedicated ? 'both' : 'gpu']);
    const isReady = Object.values(expected).every((ok) => ok === true);
    expect([name, report?.ready]).toEqual([name, isReady]);
    for (const { ok, fix, found, expected: wanted } of report?.findings ?? []) {
      expect([name, fix === '']).toEqual([name, ok === true]);
      expect([name, found !== '' && wanted !== '']).toEqual([name, true]);
    }
  }
});

describe('a node has GPUs', () => {
  test.each<[string, Parameters<typeof nodeObject>[0]]>([
    ['by its capacity', { capacity: { 'nvidia.com/gpu': '8' } }],
    ['by shared GPUs', { capacity: { 'nvidia.com/gpu.shared': '8' } }],
    ['by a slice of a GPU', { capacity: { 'nvidia.com/gpu': '0', 'nvidia.com/mig-1g.5gb': '7' } }],
    ['by the taint', { taints: [{ key: 'nvidia.com/gpu', effect: 'PreferNoSchedule' }] }],
    ['by a label of the vendor', { labels: { 'nvidia.com/gpu.present': 'true' } }],
    ['by another label of the vendor', { labels: { 'nvidia.com/gpu': '' } }],
  ])('%s', async (_name, node) => {
    const [report] = await check([nodeObject(node)]);
    expect(report?.role).toBe('gpu');
    expect(report?.findings.map(({ requirement }) => requirement)).toContain('gpuTaint');
  });

  test.each<[string, Parameters<typeof nodeObject>[0]]>([
    ['none offered', { capacity: { 'nvidia.com/gpu': '0' } }],
    ['a label that says no', { labels: { 'nvidia.com/gpu.present': 'false' } }],
    ['a label of somebody else', { labels: { 'example.com/gpu': 'true' } }],
    ['a resource of the vendor that is no GPU', { capacity: { 'nvidia.com/nvswitch': '1' } }],
  ])('but not with %s', async (_name, node) => {
    const [report] = await check([nodeObject(node)]);
    expect(report).toEqual({
      node: 'node-1',
      role: 'none',
      ready: true,
      summary: 'Needs nothing',
      findings: [],
    });
  });
});

describe('two vendors in one cluster', () => {
  const nvidia = nodeObject({
    name: 'nvidia',
    capacity: { 'nvidia.com/gpu': '1' },
    taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }],
  });
  const amd = (unschedulable?: boolean) =>
    nodeObject({ name: 'amd', capacity: { 'amd.com/gpu': '1' }, unschedulable });

  test('the node with the other vendor’s is not ready, and no taint is advised for it', async () => {
    const [good, bad] = await check([nvidia, amd()]);
    expect(good?.ready).toBe(true);
    expect(bad?.findings).toEqual([
      {
        requirement: 'singleGpuVendor',
        ok: false,
        found: 'resource amd.com/gpu: 1',
        expected: 'GPUs of nvidia.com only',
        fix: 'kubectl cordon amd',
      },
    ]);
  });

  test('a node that is cordoned is out of the way', async () => {
    const [, bad] = await check([nvidia, amd(true)]);
    expect(bad).toMatchObject({ ready: true });
    expect(bad?.findings[0]?.found).toBe('resource amd.com/gpu: 1; the node is cordoned');
  });

  test('where all are the other vendor’s, the parameter may be what is wrong', async () => {
    const [bad] = await check([amd()]);
    expect(bad?.findings[0]?.fix).toMatch(/those of amd\.com, enter that in "GPU Vendor Domain"/);
  });

  test('a domain for GPUs alone is the same vendor', async () => {
    const node = nodeObject({
      capacity: { 'gpu.intel.com/i915': '1' },
      taints: [{ key: 'intel.com/gpu', value: 'present', effect: 'NoSchedule' }],
    });
    expect((await check([node], { vendor: 'intel.com' }))[0]).toMatchObject({ ready: true });
  });
});

describe('dedicated nodes', () => {
  const dedicated = (name: string, labels: Record<string, string>) => nodeObject({ name, labels });

  test('of two that differ the first is the pattern', async () => {
    const nodes = [
      dedicated('a', { 'platform-common': 'true' }),
      dedicated('b', { 'platform-common': 'yes', tier: 'x' }),
    ];
    const [first, second] = await check(nodes);
    expect(verdicts(second)).toMatchObject({ sameLabels: false });
    expect(second?.findings[1]).toMatchObject({
      found: 'platform-common=yes',
      expected: 'platform-common=true',
      fix: 'kubectl label nodes b platform-common=true --overwrite',
    });
    // A pair that is on one of two is rather missing on the other than too much on the one.
    expect(first?.findings[1]).toMatchObject({ ok: false, found: 'no tier', expected: 'tier=x' });
  });

  test('a node by the name of the namespace is not dedicated by it', async () => {
    expect((await check([nodeObject({ name: 'platform-common' })]))[0]?.role).toBe('none');
  });

  test('where none carries the label, it is to be set to true', async () => {
    const [report] = await check([dedicated('a', { pool: 'platform-common' })]);
    expect(report?.findings[0]).toMatchObject({
      ok: false,
      found: 'no label platform-common',
      fix: 'kubectl label nodes a platform-common=true',
    });
  });
});

describe('what holds for the whole cluster', () => {
  const ask = (askGpuSupport: () => Promise<typeof ACTIVE>) =>
    checkNodes({
      nodes: readNodes([nodeObject({ capacity: { 'nvidia.com/gpu': '1' } })]),
      vendor: 'nvidia.com',
      role: 'all',
      askGpuSupport,
      askAdmission: async () => ACTIVE,
    });

  test('is unknown where asking failed', async () => {
    const lost = new ConnectionError('Nothing answers', { hint: 'Look', reach: 'never' });
    const [report] = await ask(() => Promise.reject(lost));
    expect(report?.ready).toBe(false);
    expect(report?.findings[1]).toMatchObject({
      ok: null,
      found: 'unknown: Nothing answers',
      fix: 'Look',
    });
  });

  test('ends the check where the execution was cancelled', async () => {
    await expect(ask(() => Promise.reject(new CancelledError()))).rejects.toThrow(CancelledError);
  });
});
