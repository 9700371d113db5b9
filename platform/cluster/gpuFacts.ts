import { type Fact, finding, type Finding, orUnknown } from './findings';
import { gpuKey } from './gpuNodes';
import { SYSTEM_NAMESPACE, type Pod } from './objects';
import { excerpt } from '../text/text';
import { fieldsOf } from '../text/values';
import { mapConcurrently } from '../time/concurrency';

const PLUGIN = 'ExtendedResourceToleration';
const API_SERVER = 'kube-apiserver';
/** Kubernetes adds these to every pod. */
const ALWAYS_TOLERATED = 'node.kubernetes.io/not-ready node.kubernetes.io/unreachable';

export function admissionFinding(fact: Fact): Finding {
  const expected = `${PLUGIN} among the admission plugins of the API server`;
  return finding('admissionController', expected, fact);
}

/** Reads the flags of the API servers' pods. If they may not be read, the fix is a command that finds out. */
export async function readAdmission(
  systemPods: () => Promise<Pod[]>,
  vendor: string,
): Promise<Fact> {
  return await orUnknown(
    async () => admissionFact(await systemPods(), vendor),
    ({ message }) => unknownAdmission(message, vendor),
  );
}

/** The plugin is active only if every API server has it. */
export function admissionFact(systemPods: Pod[], vendor: string): Fact {
  const servers = systemPods.filter(isRunningApiServer);
  const namesOf = (active: boolean) =>
    servers.filter((server) => isActive(server) === active).map(({ name }) => name);
  const without = namesOf(false);
  if (without.length > 0) {
    const nodes = without.map((name) => name.replace(`${API_SERVER}-`, '')).join(', ');
    const fix = `kubectl cannot change this. On ${nodes}: add ${PLUGIN} to --enable-admission-plugins in /etc/kubernetes/manifests/kube-apiserver.yaml, and remove it from --disable-admission-plugins. The API server then restarts automatically.`;
    return { ok: false, found: `not active in ${without.join(', ')}`, fix };
  }
  const active = namesOf(true);
  if (active.length === 0 || active.length < servers.length) {
    const reason = 'the flags of the API server are not visible, as in managed clusters';
    return unknownAdmission(reason, vendor);
  }
  return { ok: true, found: `active in ${active.join(', ')}`, fix: '' };
}

/** Leaves out other programs that know these flags, and pods that have ended. */
function isRunningApiServer({ name, namespace, component, phase }: Pod): boolean {
  if (namespace !== SYSTEM_NAMESPACE || phase !== 'Running') return false;
  return component === API_SERVER || name.startsWith(`${API_SERVER}-`);
}

/** The command creates nothing: admission also works in a dry run. Its output is never empty, as it includes `ALWAYS_TOLERATED`. */
function unknownAdmission(reason: string, vendor: string): Fact {
  const key = gpuKey(vendor);
  const resources = { limits: { [key]: '1' } };
  const pod = { spec: { containers: [{ name: 'probe', image: 'probe', resources }] } };
  return {
    ok: null,
    found: `unknown: ${reason}. Run the given command to find out: if the output ends in ${key}, it is active; if the output is only ${ALWAYS_TOLERATED}, it is not`,
    fix: `kubectl run admission-probe --image=probe --restart=Never --dry-run=server --overrides='${JSON.stringify(pod)}' -o jsonpath='{.spec.tolerations[*].key}'`,
  };
}

/** Returns undefined if its flags cannot be read. A shell may have the whole command in one word. */
function isActive({ containers }: Pod): boolean | undefined {
  const command = containers.flat().join(' ').replace(/["']/g, '');
  if (!/kube-apiserver|-admission-plugins/.test(command)) return undefined;
  const plugins = (flag: RegExp) =>
    [...command.matchAll(flag)].flatMap(([, names = '']) => names.split(','));
  return (
    plugins(/--enable-admission-plugins[=\s]+(\S+)/g).includes(PLUGIN) &&
    !plugins(/--disable-admission-plugins[=\s]+(\S+)/g).includes(PLUGIN)
  );
}

/** Fields by which a setting may say that GPU support is on; the interface does not show its format (section 4.5). */
const SWITCH =
  /^(?:is)?_?(?:gpu)?_?(?:enabled?|active|activated|available|supported|support)$|^(?:is)?_?gpu$/i;
const ON = ['true', 'enabled', 'active', 'on'];
const OFF = ['false', 'disabled', 'inactive', 'off'];
const CONCURRENT_SETTINGS = 5;

export function gpuSupportFinding(fact: Fact): Finding {
  return finding('gpuSupport', 'GPU support is active in the platform’s settings', fact);
}

/** GPU support is met if it is active in each platform. */
export async function readGpuSupport(
  platformIds: readonly string[],
  readSetting: (platformId: string) => Promise<unknown>,
): Promise<Fact> {
  const facts = await mapConcurrently([...new Set(platformIds)], CONCURRENT_SETTINGS, (id) =>
    orUnknown(
      async () => settingFact(await readSetting(id), id),
      ({ message, hint }) => ({
        ok: null,
        found: `unknown for platform ${id}: ${message}`,
        fix: hint,
      }),
    ),
  );
  const open = facts.filter(({ ok }) => ok !== true);
  return {
    ok: open.some(({ ok }) => ok === false) ? false : open.length === 0 || null,
    found: facts.map(({ found }) => found).join('; '),
    fix: open.map(({ fix }) => fix).join('\n'),
  };
}

function settingFact(setting: unknown, platformId: string): Fact {
  const ok = readSwitch(setting) ?? null;
  if (ok !== null) {
    return {
      ok,
      found: `${ok ? 'active' : 'not active'} in platform ${platformId}`,
      fix: `kubectl cannot change this. Turn on GPU support of platform ${platformId} in the settings component. It is set when the platform is installed.`,
    };
  }
  const shown = excerpt(JSON.stringify(setting), [], 200);
  return {
    ok,
    found: `unknown: the setting of platform ${platformId} is ${shown}`,
    fix: 'Check in the platform’s settings whether GPU support is active.',
  };
}

export function unknownGpuSupport(): Fact {
  return {
    ok: null,
    found: 'unknown: no Data Platform API credential is selected',
    fix: 'Choose a Data Platform API credential with an administrator’s login in this node.',
  };
}

/** Returns undefined if the setting does not clearly say "on" or "off". */
function readSwitch(setting: unknown): boolean | undefined {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'string') {
    const word = setting.trim().toLowerCase();
    return ON.includes(word) || (OFF.includes(word) ? false : undefined);
  }
  const switches = Object.entries(fieldsOf(setting))
    .filter(([name]) => SWITCH.test(name))
    .map(([, value]) => readSwitch(value));
  return new Set(switches).size === 1 ? switches[0] : undefined;
}
