import { type Fact, finding, type Finding, readOrUnknown } from './findings';
import { excerpt } from '../common/text/text';
import { toObject } from '../common/text/values';
import { mapConcurrently } from '../common/time/concurrency';

/** The interface does not show the format of this setting (section 4.5), so several names of its field are accepted. */
const SWITCH =
  /^(?:is)?_?(?:gpu)?_?(?:enabled?|active|activated|available|supported|support)$|^(?:is)?_?gpu$/i;
const ON = ['true', 'enabled', 'active', 'on'];
const OFF = ['false', 'disabled', 'inactive', 'off'];
const CONCURRENT_SETTINGS = 5;

export interface GpuSettings {
  platformIds: readonly string[];
  read(platformId: string): Promise<unknown>;
}

/** GPU support has to be active in every platform. @param open returns undefined if no credential is selected */
export async function checkGpuSupport(
  open: () => Promise<GpuSettings | undefined>,
): Promise<Finding> {
  const unknown = ({ message, hint }: { message: string; hint: string }, platform = '') => ({
    ok: null,
    found: `unknown${platform}: ${message}`,
    fix: hint,
  });
  const readAll = async () => {
    const settings = await open();
    if (!settings) return [unknown(NO_CREDENTIAL)];
    const ids = [...new Set(settings.platformIds)];
    return await mapConcurrently(ids, CONCURRENT_SETTINGS, (id) =>
      readOrUnknown(
        async () => settingFact(await settings.read(id), id),
        (error) => unknown(error, ` for platform ${id}`),
      ),
    );
  };
  const fact = await readOrUnknown(async () => combineFacts(await readAll()), unknown);
  return finding('gpuSupport', 'GPU support is active in the platform’s settings', fact);
}

const NO_CREDENTIAL = {
  message: 'no Data Platform API credential is selected',
  hint: 'Choose a Data Platform API credential with an administrator’s login in this node.',
};

function combineFacts(facts: readonly Fact[]): Fact {
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

/** Returns undefined if the setting does not clearly say "on" or "off". */
function readSwitch(setting: unknown): boolean | undefined {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'string') {
    const word = setting.trim().toLowerCase();
    return ON.includes(word) || (OFF.includes(word) ? false : undefined);
  }
  const switches = Object.entries(toObject(setting))
    .filter(([name]) => SWITCH.test(name))
    .map(([, value]) => readSwitch(value));
  return new Set(switches).size === 1 ? switches[0] : undefined;
}
