import { CancelledError, ConnectionError } from '../../../platform/common/errors/errors';
import { DEDICATED, DEDICATED_NEIGHBOURS, FACTS, OTHER_VENDORS, TAINTS } from './states';
import { check, openSetting, verdicts, type TestNode } from './support';

type Pairs<Value> = Array<[name: string, value: Value]>;
const cross = <One, Other>(one: Pairs<One>, other: Record<string, Other>): Pairs<[One, Other]> =>
  one.flatMap(([name, value]) =>
    Object.entries(other).map(([otherName, second]): [string, [One, Other]] => [
      `${name} / ${otherName}`,
      [value, second],
    ]),
  );

/** Every combination of the states that a node with GPUs can be in. */
const taintsAndSupport = cross(Object.entries(TAINTS), FACTS);
const combinations = cross(cross(cross(taintsAndSupport, FACTS), OTHER_VENDORS), DEDICATED);

test(`each of ${combinations.length} combinations of requirements is judged by itself`, async () => {
  for (const [name, [[[[taint, support], admission], other], dedicated]] of combinations) {
    const node = {
      labels: dedicated.labels,
      taints: [taint, other, dedicated].flatMap(({ taints = [] }) => taints),
      capacity: { 'nvidia.com/gpu': '1', ...other.capacity },
    };
    const reports = await check([...DEDICATED_NEIGHBOURS, node], {
      openGpuSettings: openSetting(support.setting),
      readSystemPods: async () => admission.pods,
    });
    const report = reports.at(-1);
    const [platformCommonLabel, sameLabels] = dedicated.verdicts ?? [];
    const expected = {
      gpuTaint: taint.ok,
      gpuSupport: support.ok,
      admissionController: admission.ok,
      singleGpuVendor: other.ok,
      ...(dedicated.verdicts && { platformCommonLabel, sameLabels }),
    };
    expect([name, verdicts(report)]).toEqual([name, expected]);
    expect([name, report?.role]).toEqual([name, dedicated.verdicts ? 'both' : 'gpu']);
    const isReady = Object.values(expected).every((ok) => ok === true);
    expect([name, report?.ready]).toEqual([name, isReady]);
    for (const { ok, fix, found, expected: wanted } of report?.findings ?? []) {
      expect([name, fix === '']).toEqual([name, ok === true]);
      expect([name, found !== '' && wanted !== '']).toEqual([name, true]);
    }
  }
});

test.each([
  [
    'present',
    'NoExecute',
    'nvidia.com/gpu:NoExecute- nvidia.com/gpu=present:NoSchedule --overwrite',
  ],
  ['yes', 'NoSchedule', 'nvidia.com/gpu=present:NoSchedule --overwrite'],
])('the taint %s:%s is mended by one command', async (value, effect, command) => {
  const [report] = await check([{ taints: [{ key: 'nvidia.com/gpu', value, effect }] }]);
  const { fix } = report?.findings.find(({ requirement }) => requirement === 'gpuTaint') ?? {};
  expect(fix).toBe(`kubectl taint nodes node-1 ${command}`);
});

test.each<[string, TestNode]>([
  ['its capacity', { capacity: { 'nvidia.com/gpu': '8' } }],
  ['shared GPUs', { capacity: { 'nvidia.com/gpu.shared': '8' } }],
  ['a slice of a GPU', { capacity: { 'nvidia.com/gpu': '0', 'nvidia.com/mig-1g.5gb': '7' } }],
  ['the taint', { taints: [{ key: 'nvidia.com/gpu', effect: 'PreferNoSchedule' }] }],
  ['a label of the vendor', { labels: { 'nvidia.com/gpu.present': 'true' } }],
  ['another label of the vendor', { labels: { 'nvidia.com/gpu': '' } }],
])('a node has GPUs by %s', async (_name, node) => {
  const [report] = await check([node]);
  expect(report?.role).toBe('gpu');
  expect(report?.findings.map(({ requirement }) => requirement)).toContain('gpuTaint');
});

test.each<[string, TestNode]>([
  ['none offered', { capacity: { 'nvidia.com/gpu': '0' } }],
  ['a label that says no', { labels: { 'nvidia.com/gpu.present': 'false' } }],
  ['a label of somebody else', { labels: { 'example.com/gpu': 'true' } }],
  ['a resource of the vendor that is no GPU', { capacity: { 'nvidia.com/nvswitch': '1' } }],
  ['the name of the namespace alone', { name: 'platform-common' }],
])('a node needs nothing with %s', async (_name, { name = 'node-1', ...node }) => {
  const nothing = { role: 'none', ready: true, summary: 'Needs nothing', findings: [] };
  expect(await check([{ name, ...node }])).toEqual([{ node: name, ...nothing }]);
});

describe('two vendors in one cluster', () => {
  const nvidia = {
    name: 'nvidia',
    capacity: { 'nvidia.com/gpu': '1' },
    taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }],
  };
  const amd = { name: 'amd', capacity: { 'amd.com/gpu': '1' } };

  test('the node with the other vendor’s is not ready, and no taint is advised for it', async () => {
    const [good, bad] = await check([nvidia, amd]);
    expect(good?.ready).toBe(true);
    expect(bad?.findings).toEqual([
      {
        requirement: 'singleGpuVendor',
        ok: false,
        found: 'resource amd.com/gpu: 1',
        expected: 'GPUs of nvidia.com only, as set in "GPU Vendor Domain"',
        fix: 'kubectl cordon amd',
      },
    ]);
  });

  test('a node that is cordoned is out of the way', async () => {
    const [, bad] = await check([nvidia, { ...amd, unschedulable: true }]);
    expect(bad).toMatchObject({ ready: true });
    expect(bad?.findings[0]?.found).toBe('resource amd.com/gpu: 1; the node is cordoned');
  });

  test('a domain for GPUs alone is the same vendor', async () => {
    const node = {
      capacity: { 'gpu.intel.com/i915': '1' },
      taints: [{ key: 'intel.com/gpu', value: 'present', effect: 'NoSchedule' }],
    };
    expect((await check([node], { vendor: 'intel.com' }))[0]).toMatchObject({ ready: true });
  });
});

test('of two dedicated nodes that differ the first is the pattern', async () => {
  const [first, second] = await check([
    { name: 'a', labels: { 'platform-common': 'true', disk: 'ssd' } },
    { name: 'b', labels: { 'platform-common': 'yes', disk: 'ssd', tier: 'x' } },
  ]);
  expect(verdicts(second)).toMatchObject({ sameLabels: false });
  expect(second?.findings[1]).toMatchObject({
    found: 'platform-common=yes, tier=x',
    expected: 'platform-common=true, no tier',
    fix: 'kubectl label nodes b platform-common=true tier- --overwrite',
  });
  expect(first).toMatchObject({ ready: true });
  const pairs = 'platform-common=true, disk=ssd';
  expect(first?.findings[1]).toMatchObject({ found: pairs, expected: pairs });
});

test('where no dedicated node carries the label, it is to be set to true', async () => {
  const [report] = await check([{ name: 'a', labels: { pool: 'platform-common' } }]);
  expect(report?.findings[0]).toMatchObject({
    ok: false,
    found: 'no label platform-common',
    fix: 'kubectl label nodes a platform-common=true',
  });
  expect(report?.findings[1]).toMatchObject({ ok: true });
});

test('what holds for the whole cluster is unknown where asking failed, and a cancel ends the check', async () => {
  const ask = (error: Error) =>
    check([{ capacity: { 'nvidia.com/gpu': '1' } }], {
      openGpuSettings: () => Promise.reject(error),
    });
  const lost = new ConnectionError('Nothing answers', { hint: 'Look' });
  const [report] = await ask(lost);
  expect(report?.ready).toBe(false);
  const unknown = { ok: null, found: 'unknown: Nothing answers', fix: 'Look' };
  expect(report?.findings[1]).toMatchObject(unknown);
  await expect(ask(new CancelledError())).rejects.toThrow(CancelledError);
});
