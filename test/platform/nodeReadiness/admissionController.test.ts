import type { Pod } from '../../../platform/kubernetes/objects';
import { admissionFact } from '../../../platform/nodeReadiness/platformFacts';

const running = { namespace: 'kube-system', component: '', phase: 'Running' };
const server = (...containers: string[][]): Pod => ({
  ...running,
  name: 'kube-apiserver-cp-1',
  containers,
});
const other: Pod = { ...running, name: 'coredns-1', containers: [['/coredns', '-conf', 'x']] };
const verdict = (...pods: Pod[]) => admissionFact([other, ...pods], 'nvidia.com').ok;

const WANTED = 'ExtendedResourceToleration';

test.each<[string, string[], boolean | null]>([
  ['enabled', ['kube-apiserver', `--enable-admission-plugins=${WANTED}`], true],
  ['among others', ['kube-apiserver', `--enable-admission-plugins=A,${WANTED},B`], true],
  ['as the next word', ['kube-apiserver', '--enable-admission-plugins', `A,${WANTED}`], true],
  [
    'in the second of two flags',
    ['kube-apiserver', '--enable-admission-plugins=A', `--enable-admission-plugins=${WANTED}`],
    true,
  ],
  [
    'within a shell’s command',
    ['/bin/sh', '-c', `exec kube-apiserver --enable-admission-plugins="A,${WANTED}" --v=2`],
    true,
  ],
  ['by arguments alone', [`--enable-admission-plugins=${WANTED}`], true],
  ['not named', ['kube-apiserver', '--enable-admission-plugins=NodeRestriction'], false],
  ['without any flag', ['kube-apiserver', '--v=2'], false],
  ['by a similar name', ['kube-apiserver', `--enable-admission-plugins=${WANTED}X`], false],
  ['disabled', ['kube-apiserver', `--disable-admission-plugins=${WANTED}`], false],
  [
    'enabled and disabled',
    [
      'kube-apiserver',
      `--enable-admission-plugins=${WANTED}`,
      `--disable-admission-plugins=A,${WANTED}`,
    ],
    false,
  ],
  ['with no command to read', [], null],
])('%s', (_name, command, ok) => {
  expect(verdict(server(command))).toBe(ok);
});

test('it is active only where every API server has it', () => {
  const on = server(['kube-apiserver', `--enable-admission-plugins=${WANTED}`]);
  const off = { ...server(['kube-apiserver']), name: 'kube-apiserver-cp-2' };
  const odd = { ...server([]), name: 'kube-apiserver-cp-3' };
  expect(verdict(on, on)).toBe(true);
  expect(verdict(on, odd)).toBeNull();
  const fact = admissionFact([on, off, odd], 'nvidia.com');
  expect(fact).toMatchObject({ ok: false, found: 'not active in kube-apiserver-cp-2' });
  expect(fact.fix).toMatch(/^kubectl cannot change this\. On cp-2: add ExtendedResourceToleration/);
});

describe('what is no running API server decides nothing', () => {
  const on = ['kube-apiserver', `--enable-admission-plugins=${WANTED}`];
  const off = ['kube-apiserver', '--enable-admission-plugins=NodeRestriction'];
  const linter: Pod = {
    ...running,
    name: 'manifest-linter',
    containers: [['lint', '--enable-admission-plugins=A']],
  };

  test('a tool that knows the flag', () => {
    expect(verdict(linter)).toBeNull();
    expect(verdict(linter, server(on))).toBe(true);
    expect(verdict({ ...linter, containers: [on] }, server(off))).toBe(false);
  });

  test.each(['Succeeded', 'Failed', 'Pending', ''])('a pod in the phase "%s"', (phase) => {
    expect(verdict({ ...server(on), phase })).toBeNull();
    expect(verdict({ ...server(off), phase }, server(on))).toBe(true);
  });

  test('a pod of another namespace', () => {
    expect(verdict({ ...server(on), namespace: 'default' })).toBeNull();
  });

  test('by its label it is one, whatever its name', () => {
    const labelled = { ...server(on), name: 'master-1', component: 'kube-apiserver' };
    expect(verdict(labelled)).toBe(true);
    expect(verdict({ ...labelled, containers: [off] })).toBe(false);
    expect(verdict({ ...labelled, component: 'kube-scheduler' })).toBeNull();
  });
});

test('the command reports how to read what it prints', () => {
  const { found, fix } = admissionFact([other], 'amd.com');
  expect(fix).toContain('--dry-run=server');
  expect(found).toContain('if the output ends in amd.com/gpu, it is active');
  expect(found).toContain(
    'only node.kubernetes.io/not-ready node.kubernetes.io/unreachable, it is not',
  );
});
