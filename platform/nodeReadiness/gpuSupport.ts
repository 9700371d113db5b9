import { asObject } from '../kubernetes/objects';
import { excerpt } from '../text/text';
import { mapConcurrently } from '../time/concurrency';
import { orUnknown, type Fact } from './fact';
import { finding, type Finding } from './report';

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
