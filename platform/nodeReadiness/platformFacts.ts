import { CancelledError, PlatformError } from '../errors/errors';
import { SYSTEM_NAMESPACE, type Pod, asObject } from '../kubernetes/objects';
import { type Fact, finding, type Finding, orUnknown } from './report';
import { taintKeyOf } from './gpuNodes';
import { excerpt } from '../text/text';
import { mapConcurrently } from '../time/concurrency';

const PLUGIN = 'ExtendedResourceToleration';
const API_SERVER = 'kube-apiserver';
/** The last one is what the first was called before. */
const ENABLING = ['--enable-admission-plugins', '--admission-control'];
/** What Kubernetes adds to every pod itself. */
const ALWAYS_TOLERATED = 'node.kubernetes.io/not-ready node.kubernetes.io/unreachable';
const DISABLING = ['--disable-admission-plugins'];

export function admissionFinding({ ok, found, fix }: Fact): Finding {
  const expected = `${PLUGIN} among the admission plugins of the API server`;
  return finding('admissionController', ok, { found, expected, fix });
}

/** Reads the flags of the cluster's API servers. It is active only where every one of them has it. */
export function admissionFact(systemPods: Pod[], vendor: string): Fact {
  const servers = systemPods
    .filter(isRunningApiServer)
    .map(({ name, containers }) => ({ name, flags: containers.map(wordsOf).find(isApiServer) }));
  if (servers.length === 0) {
    return unknownAdmission('the API server’s pod is not visible, as in managed clusters', vendor);
  }
  const verdicts = servers.map(({ name, flags }) => ({ name, isActive: flags && isActive(flags) }));
  const without = verdicts.filter(({ isActive }) => isActive === false).map(({ name }) => name);
  if (without.length > 0) {
    return { ok: false, found: `not active in ${without.join(', ')}`, fix: mending(without) };
  }
  const unreadable = verdicts.filter(({ isActive }) => isActive === undefined);
  if (unreadable.length > 0) {
    const names = unreadable.map(({ name }) => name).join(', ');
    return unknownAdmission(`the flags of ${names} cannot be read`, vendor);
  }
  return { ok: true, found: `active in ${servers.map(({ name }) => name).join(', ')}`, fix: '' };
}

/** Where the pods may not be seen, the command tells all the same. @throws CancelledError */
export async function askAdmission(
  systemPods: () => Promise<Pod[]>,
  vendor: string,
): Promise<Fact> {
  let pods: Pod[];
  try {
    pods = await systemPods();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    return unknownAdmission(error.message, vendor);
  }
  return admissionFact(pods, vendor);
}

/** What somebody else has put there, as a tool that checks flags, and what has ended decide nothing. */
function isRunningApiServer({ name, namespace, component, phase }: Pod): boolean {
  if (namespace !== SYSTEM_NAMESPACE || phase !== 'Running') return false;
  return component === API_SERVER || name.startsWith(`${API_SERVER}-`);
}

/**
 * Gives a command that tells, and how to read it: admission works on pods that are not really created, too. Every pod gets
 * the first two tolerations, so what it prints is never empty.
 */
export function unknownAdmission(reason: string, vendor: string): Fact {
  const key = taintKeyOf(vendor);
  const pod = {
    spec: {
      containers: [{ name: 'probe', image: 'probe', resources: { limits: { [key]: '1' } } }],
    },
  };
  return {
    ok: null,
    found: `unknown: ${reason}. Run the given command to find out: if the output ends in ${key}, it is active; if the output is only ${ALWAYS_TOLERATED}, it is not`,
    fix: `kubectl run admission-probe --image=probe --restart=Never --dry-run=server --overrides='${JSON.stringify(pod)}' -o jsonpath='{.spec.tolerations[*].key}'`,
  };
}

/** A shell or a wrapper may hold the whole command in one word. */
function wordsOf(container: string[]): string[] {
  return container.flatMap((word) => word.split(/\s+/)).map((word) => word.replace(/["']/g, ''));
}

function isApiServer(words: string[]): boolean {
  return words.some(
    (word) =>
      word.split('/').at(-1) === API_SERVER ||
      [...ENABLING, ...DISABLING].includes(word.split('=')[0] ?? ''),
  );
}

/** Undefined where a variable stands for the names. */
function isActive(words: string[]): boolean | undefined {
  const enabled = pluginsOf(words, ENABLING);
  const disabled = pluginsOf(words, DISABLING);
  if (disabled.includes(PLUGIN)) return false;
  if (enabled.includes(PLUGIN)) return disabled.some(isVariable) ? undefined : true;
  return enabled.some(isVariable) ? undefined : false;
}

/** Flags may be given more than once, and their value after "=" or as the next word. */
function pluginsOf(words: string[], flags: string[]): string[] {
  return words.flatMap((word, at) => {
    const [flag = '', value] = word.split('=');
    return flags.includes(flag) ? (value ?? words[at + 1] ?? '').split(',') : [];
  });
}

function isVariable(name: string): boolean {
  return name.includes('$');
}

function mending(servers: string[]): string {
  const nodes = servers.map((name) => name.replace(`${API_SERVER}-`, '')).join(', ');
  return `kubectl cannot change this. On ${nodes}: add ${PLUGIN} to --enable-admission-plugins in /etc/kubernetes/manifests/kube-apiserver.yaml, and remove it from --disable-admission-plugins. The API server then restarts automatically.`;
}

/** Names under which a setting may say that it is on; what it looks like is not shown (interface, section 4.5). */
const SWITCH =
  /^(?:is)?_?(?:gpu)?_?(?:enabled?|active|activated|available|supported|support)$|^(?:is)?_?gpu$/i;
/** So many platforms are asked for their setting at once. */
const AT_ONCE = 5;
const ON = ['true', 'enabled', 'active', 'on'];
const OFF = ['false', 'disabled', 'inactive', 'off'];

export function gpuSupportFinding({ ok, found, fix }: Fact): Finding {
  const expected = 'GPU support is active in the platform’s settings';
  return finding('gpuSupport', ok, { found, expected, fix });
}

/** Whether the jobs of platforms may use GPUs: it holds if it holds in each of them. */
export async function gpuSupportFact(
  platformIds: readonly string[],
  ask: (platformId: string) => Promise<unknown>,
): Promise<Fact> {
  const facts = await mapConcurrently([...new Set(platformIds)], AT_ONCE, (platformId) =>
    orUnknown(async () => factOf(await ask(platformId), platformId), `platform ${platformId}`),
  );
  const isOff = facts.some(({ ok }) => ok === false);
  const isKnown = facts.every(({ ok }) => ok !== null);
  return {
    ok: isOff ? false : isKnown || null,
    found: facts.map(({ found }) => found).join('; '),
    fix: facts
      .filter(({ ok }) => ok !== true)
      .map(({ fix }) => fix)
      .join('\n'),
  };
}

/** Reads it from the setting of one platform. */
function factOf(setting: unknown, platformId: string): Fact {
  const isOn = readSwitch(setting);
  const shown = excerpt(JSON.stringify(setting)).slice(0, 200);
  if (isOn === undefined) {
    return {
      ok: null,
      found: `unknown: the setting of platform ${platformId} is ${shown}`,
      fix: 'Check in the platform’s settings whether GPU support is active.',
    };
  }
  return {
    ok: isOn,
    found: `${isOn ? 'active' : 'not active'} in platform ${platformId}`,
    fix: `kubectl cannot change this. Turn on GPU support of platform ${platformId} in the settings component. It is set when the platform is installed.`,
  };
}

export function unknownGpuSupport(): Fact {
  return {
    ok: null,
    found: 'unknown: no Data Platform API credential is selected',
    fix: 'Choose a Data Platform API credential with an administrator’s login in this node.',
  };
}

/** Undefined where the setting does not clearly say "on" or "off". */
function readSwitch(setting: unknown): boolean | undefined {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'string') return readWord(setting.trim().toLowerCase());
  const responses = Object.entries(asObject(setting))
    .filter(([name]) => SWITCH.test(name))
    .map(([, value]) => readSwitch(value));
  const [first] = responses;
  return responses.every((response) => response === first) ? first : undefined;
}

function readWord(word: string): boolean | undefined {
  if (ON.includes(word)) return true;
  return OFF.includes(word) ? false : undefined;
}
