import { type Fact, buildFinding, type Finding, readFact } from './findings';
import { excerpt } from '../common/text/text';
import { toObject } from '../common/text/values';
import { mapConcurrently } from '../common/time/concurrency';

/** The interface does not show the format of this setting (section 4.5), so several names of its field are accepted. */
const SWITCH_NAME =
  /^(?:is)?_?(?:gpu)?_?(?:enabled?|active|activated|available|supported|support)$|^(?:is)?_?gpu$/i;
const ON = ['true', 'enabled', 'active', 'on'];
const OFF = ['false', 'disabled', 'inactive', 'off'];
const CONCURRENT_SETTINGS = 5;

export interface GpuSettings {
  platformIds: readonly string[];
  read(platformId: string): Promise<unknown>;
}

/**
 * Checks whether GPU support is active in each platform.
 * @param openSettings returns undefined if no credential is selected
 */
export async function checkGpuSupport(
  openSettings: () => Promise<GpuSettings | undefined>,
): Promise<Finding> {
  const toUnknownFact = ({ message, hint }: { message: string; hint: string }, where = '') => ({
    ok: null,
    found: `unknown${where}: ${message}`,
    fix: hint,
  });
  const readAll = async () => {
    const settings = await openSettings();
    if (!settings) return [toUnknownFact(NO_CREDENTIAL)];
    const ids = [...new Set(settings.platformIds)];
    return await mapConcurrently(ids, CONCURRENT_SETTINGS, (id) =>
      readFact(
        async () => toFact(await settings.read(id), id),
        (error) => toUnknownFact(error, ` for platform ${id}`),
      ),
    );
  };
  const fact = await readFact(async () => combineFacts(await readAll()), toUnknownFact);
  return buildFinding('gpuSupport', 'GPU support is active in the platform’s settings', fact);
}

const NO_CREDENTIAL = {
  message: 'no Data Platform API credential is selected',
  hint: 'Choose a Data Platform API credential with an administrator’s login in this node.',
};

function combineFacts(facts: readonly Fact[]): Fact {
  const unmet = facts.filter(({ ok }) => ok !== true);
  const isAnyFalse = unmet.some(({ ok }) => ok === false);
  return {
    ok: isAnyFalse ? false : unmet.length === 0 || null,
    found: facts.map(({ found }) => found).join('; '),
    fix: unmet.map(({ fix }) => fix).join('\n'),
  };
}

function toFact(setting: unknown, platformId: string): Fact {
  const ok = readSwitch(setting) ?? null;
  if (ok !== null) {
    return {
      ok,
      found: `${ok ? 'active' : 'not active'} in platform ${platformId}`,
      fix: `kubectl cannot change this. GPU support is set when the platform is installed. Turn it on for platform ${platformId} in the settings component.`,
    };
  }
  const shownSetting = excerpt(JSON.stringify(setting), [], 200);
  return {
    ok,
    found: `unknown: the setting of platform ${platformId} is ${shownSetting}`,
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
    .filter(([name]) => SWITCH_NAME.test(name))
    .map(([, value]) => readSwitch(value));
  return new Set(switches).size === 1 ? switches[0] : undefined;
}
