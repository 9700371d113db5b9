import { type Fact, buildFinding, type Finding, readFact } from './findings';
import { buildGpuKey } from './gpuNodes';
import { SYSTEM_NAMESPACE, type Pod } from './objects';

const PLUGIN = 'ExtendedResourceToleration';
const API_SERVER = 'kube-apiserver';
/** Kubernetes adds these tolerations to every pod. */
const ALWAYS_TOLERATED = 'node.kubernetes.io/not-ready node.kubernetes.io/unreachable';

/** Checks the flags of the API servers for `PLUGIN`. If the result is unknown, the fix is a command that finds it out. */
export async function checkAdmission(
  readPods: () => Promise<Pod[]>,
  vendor: string,
): Promise<Finding> {
  const fact = await readFact(
    async () => judgeApiServers(await readPods(), vendor),
    ({ message }) => buildUnknownFact(message, vendor),
  );
  const expected = `${PLUGIN} among the admission plugins of the API server`;
  return buildFinding('admissionController', expected, fact);
}

/** Every API server must have the plugin, because a request may reach any of them. */
function judgeApiServers(systemPods: Pod[], vendor: string): Fact {
  const servers = systemPods.filter(isRunningApiServer);
  const listNames = (withPlugin: boolean) =>
    servers.filter((server) => hasPlugin(server) === withPlugin).map(({ name }) => name);
  const inactive = listNames(false);
  if (inactive.length > 0) {
    const nodes = inactive.map((name) => name.replace(`${API_SERVER}-`, '')).join(', ');
    const fix = `kubectl cannot change this. On ${nodes}: add ${PLUGIN} to --enable-admission-plugins in /etc/kubernetes/manifests/kube-apiserver.yaml, and remove it from --disable-admission-plugins. The API server then restarts automatically.`;
    return { ok: false, found: `not active in ${inactive.join(', ')}`, fix };
  }
  const active = listNames(true);
  if (active.length === 0 || active.length < servers.length) {
    const reason =
      'the flags of at least one API server are not visible, which is usual in managed clusters, or the input has no pods';
    return buildUnknownFact(reason, vendor);
  }
  return { ok: true, found: `active in ${active.join(', ')}`, fix: '' };
}

/** Returns false for pods that do not run, and for other programs with the same flags. */
function isRunningApiServer({ name, namespace, component, phase }: Pod): boolean {
  if (namespace !== SYSTEM_NAMESPACE || phase !== 'Running') return false;
  return component === API_SERVER || name.startsWith(`${API_SERVER}-`);
}

/** The fix is a dry run of a pod with a GPU. It prints the tolerations that the cluster adds to the pod. */
function buildUnknownFact(reason: string, vendor: string): Fact {
  const key = buildGpuKey(vendor);
  const resources = { limits: { [key]: '1' } };
  const pod = { spec: { containers: [{ name: 'probe', image: 'probe', resources }] } };
  return {
    ok: null,
    found: `unknown: ${reason}. Run the command in "fix" to find out: if the output ends in ${key}, the plugin is active; if the output is only ${ALWAYS_TOLERATED}, it is not active`,
    fix: `kubectl run admission-probe --image=probe --restart=Never --dry-run=server --overrides='${JSON.stringify(pod)}' -o jsonpath='{.spec.tolerations[*].key}'`,
  };
}

/** Returns undefined if the flags cannot be read. A command for a shell may be one string, so all words are joined first. */
function hasPlugin({ commands }: Pod): boolean | undefined {
  const command = commands.flat().join(' ').replace(/["']/g, '');
  if (!/kube-apiserver|-admission-plugins/.test(command)) return undefined;
  const listPlugins = (flag: RegExp) =>
    [...command.matchAll(flag)].flatMap(([, names = '']) => names.split(','));
  return (
    listPlugins(/--enable-admission-plugins[=\s]+(\S+)/g).includes(PLUGIN) &&
    !listPlugins(/--disable-admission-plugins[=\s]+(\S+)/g).includes(PLUGIN)
  );
}
