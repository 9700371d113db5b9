import { PlatformError } from '../../../platform/errors/errors';
import { gpuSupportFact } from '../../../platform/nodeReadiness/platformFacts';

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
  const fact = await gpuSupportFact(['1'], async () => setting);
  expect(fact.ok).toBe(ok);
  expect(fact.fix === '').toBe(ok === true);
});

describe('of several platforms', () => {
  const settings = new Map<string, unknown>([
    ['1', true],
    ['2', 'enabled'],
    ['3', false],
    ['4', 'perhaps'],
  ]);
  const asked: string[] = [];
  const ask = async (platformId: string) => {
    asked.push(platformId);
    if (platformId === '5') {
      throw new PlatformError('No rights', { hint: 'Ask', reach: 'answered', status: 403 });
    }
    return settings.get(platformId);
  };

  test.each<[string[], boolean | null]>([
    [['1', '2'], true],
    [['1', '3', '4'], false],
    [['1', '4'], null],
    [['5', '1'], null],
    [['5', '3'], false],
  ])('%j', async (platformIds, ok) => {
    const { found, ...fact } = await gpuSupportFact(platformIds, ask);
    expect(fact.ok).toBe(ok);
    for (const id of platformIds) expect(found).toMatch(new RegExp(`platform ${id}\\b`));
    expect(fact.fix.includes('Ask')).toBe(platformIds.includes('5'));
  });
});
