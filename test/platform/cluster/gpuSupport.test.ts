import { PlatformError } from '../../../platform/common/errors/errors';
import { checkGpuSupport } from '../../../platform/cluster/gpuSupport';
import { openSetting } from './support';

test.each<[unknown, boolean | null]>([
  [true, true],
  [false, false],
  ['true', true],
  ['Enabled', true],
  [{ enabled: true }, true],
  [{ gpuEnabled: 'true' }, true],
  [{ gpu: { active: true } }, true],
  [{ enabled: true, active: false }, null],
  [{ shared: true }, null],
  [{ disabled: true }, null],
  [{}, null],
  [[], null],
  ['', null],
  ['nvidia', null],
  [1, null],
])('%j', async (setting, ok) => {
  const fact = await checkGpuSupport(openSetting(setting));
  expect(fact.ok).toBe(ok);
  expect(fact.fix === '').toBe(ok === true);
});

const REFUSAL = new PlatformError('No rights', { hint: 'Ask', status: 403 });

test.each<[unknown[], boolean | null]>([
  [[true, 'enabled'], true],
  [[true, false, 'perhaps'], false],
  [[true, 'perhaps'], null],
  [[REFUSAL, true], null],
  [[REFUSAL, false], false],
])('of several platforms: %j', async (settings, ok) => {
  const ids = settings.map((_setting, index) => `${index}`);
  const read = async (id: string) => {
    if (settings[Number(id)] === REFUSAL) throw REFUSAL;
    return await Promise.resolve(settings[Number(id)]);
  };
  const open = async () => await Promise.resolve({ platformIds: ids, read });
  const { found, ...fact } = await checkGpuSupport(open);
  expect(fact.ok).toBe(ok);
  for (const id of ids) expect(found).toMatch(new RegExp(`platform ${id}\\b`));
  expect(fact.fix.includes('Ask')).toBe(settings.includes(REFUSAL));
});
