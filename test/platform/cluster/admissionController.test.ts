import { checkAdmission } from '../../../platform/cluster/admission';
import type { Pod } from '../../../platform/cluster/objects';
import { apiServer as server, PLUGIN as WANTED } from './support';

const other: Pod = { ...server('/coredns', '-conf', 'x'), name: 'coredns-1' };
const findingOf = async (...pods: Pod[]) =>
  await checkAdmission(async () => [other, ...pods], 'nvidia.com');
const verdict = async (...pods: Pod[]) => (await findingOf(...pods)).ok;

const ENABLE = '--enable-admission-plugins';
const DISABLE = '--disable-admission-plugins';
const ON = ['kube-apiserver', `${ENABLE}=${WANTED}`];

test.each<[string, string[], boolean | null]>([
  ['enabled', ON, true],
  ['among others', ['kube-apiserver', `${ENABLE}=A,${WANTED},B`], true],
  ['as the next word', ['kube-apiserver', ENABLE, `A,${WANTED}`], true],
  ['in the second of two flags', ['kube-apiserver', `${ENABLE}=A`, `${ENABLE}=${WANTED}`], true],
  ['within a shell’s command', ['sh', '-c', `kube-apiserver ${ENABLE}="A,${WANTED}" --v=2`], true],
  ['by arguments alone', [`${ENABLE}=${WANTED}`], true],
  ['not named', ['kube-apiserver', `${ENABLE}=NodeRestriction`], false],
  ['without any flag', ['kube-apiserver', '--v=2'], false],
  ['by a similar name', ['kube-apiserver', `${ENABLE}=${WANTED}X`], false],
  ['disabled', ['kube-apiserver', `${DISABLE}=${WANTED}`], false],
  ['enabled and disabled', [...ON, `${DISABLE}=A,${WANTED}`], false],
  ['with no command to read', [], null],
])('%s', async (_name, command, ok) => {
  expect(await verdict(server(...command))).toBe(ok);
});

const on = server(...ON);
const off = server('kube-apiserver', `${ENABLE}=NodeRestriction`);

test('it is active only where every API server has it', async () => {
  const second = { ...off, name: 'kube-apiserver-cp-2' };
  const odd = { ...server(), name: 'kube-apiserver-cp-3' };
  expect(await verdict(on, on)).toBe(true);
  expect(await verdict(on, odd)).toBeNull();
  const fact = await findingOf(on, second, odd);
  expect(fact).toMatchObject({ ok: false, found: 'not active in kube-apiserver-cp-2' });
  expect(fact.fix).toMatch(/^kubectl cannot change this\. On cp-2: add ExtendedResourceToleration/);
});

const linter: Pod = { ...other, name: 'manifest-linter', commands: [['lint', `${ENABLE}=A`]] };
const labelled = { ...on, name: 'master-1', component: 'kube-apiserver' };

test.each<[string, Pod[], boolean | null]>([
  ['a tool that knows the flag decides nothing', [linter], null],
  ['nor beside an API server that has it', [linter, on], true],
  ['nor as a tool that is called with it', [{ ...linter, commands: [ON] }, off], false],
  ['a pod that has ended decides nothing', [{ ...on, phase: 'Succeeded' }], null],
  ['a pod without a phase decides nothing', [{ ...on, phase: '' }], null],
  ['nor one that is not yet there beside one that runs', [{ ...off, phase: 'Pending' }, on], true],
  ['a pod of another namespace decides nothing', [{ ...on, namespace: 'default' }], null],
  ['by its label it is one, whatever its name', [labelled], true],
  ['by its label, without the plugin', [{ ...labelled, commands: off.commands }], false],
  ['by another label it is none', [{ ...labelled, component: 'kube-scheduler' }], null],
])('%s', async (_name, pods, ok) => {
  expect(await verdict(...pods)).toBe(ok);
});

test('the command reports how to read what it prints', async () => {
  const { found, fix } = await checkAdmission(async () => [other], 'amd.com');
  expect(fix).toContain('--dry-run=server');
  expect(found).toContain('if the output ends in amd.com/gpu, the plugin is active');
  expect(found).toMatch(/only \S+\/not-ready \S+\/unreachable, it is not active/);
});
