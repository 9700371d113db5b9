import { type Fact, finding, type Finding, readOrUnknown } from './findings';
import { gpuKey } from './gpuNodes';
import { SYSTEM_NAMESPACE, type Pod } from './objects';

const PLUGIN = 'ExtendedResourceToleration';
const API_SERVER = 'kube-apiserver';
/** Kubernetes adds these to every pod. */
const ALWAYS_TOLERATED = 'node.kubernetes.io/not-ready node.kubernetes.io/unreachable';

/** Reads the flags of the API servers' pods. If this is not allowed, the fix is a command that finds out. */
export async function checkAdmission(
  readPods: () => Promise<Pod[]>,
  vendor: string,
): Promise<Finding> {
  const fact = await readOrUnknown(
    async () => admissionFact(await readPods(), vendor),
    ({ message }) => unknownAdmission(message, vendor),
  );
  const expected = `${PLUGIN} among the admission plugins of the API server`;
  return finding('admissionController', expected, fact);
}

/** The plugin is active only if every API server has it. */
function admissionFact(systemPods: Pod[], vendor: string): Fact {
  const servers = systemPods.filter(isRunningApiServer);
  const listNames = (active: boolean) =>
    servers.filter((server) => isActive(server) === active).map(({ name }) => name);
  const without = listNames(false);
  if (without.length > 0) {
    const nodes = without.map((name) => name.replace(`${API_SERVER}-`, '')).join(', ');
    const fix = `kubectl cannot change this. On ${nodes}: add ${PLUGIN} to --enable-admission-plugins in /etc/kubernetes/manifests/kube-apiserver.yaml, and remove it from --disable-admission-plugins. The API server then restarts automatically.`;
    return { ok: false, found: `not active in ${without.join(', ')}`, fix };
  }
  const active = listNames(true);
  if (active.length === 0 || active.length < servers.length) {
    const reason = 'the flags of the API server are not visible, as in managed clusters';
    return unknownAdmission(reason, vendor);
  }
  return { ok: true, found: `active in ${active.join(', ')}`, fix: '' };
}

/** Excludes pods that have ended, and other programs with the same flags. */
function isRunningApiServer({ name, namespace, component, phase }: Pod): boolean {
  if (namespace !== SYSTEM_NAMESPACE || phase !== 'Running') return false;
  return component === API_SERVER || name.startsWith(`${API_SERVER}-`);
}

/** The command is a dry run, which also runs admission. Its output always includes `ALWAYS_TOLERATED`. */
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

/** Returns undefined if the flags cannot be read. For a shell, the whole command may be one word. */
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
