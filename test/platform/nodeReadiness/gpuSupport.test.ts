import { gpuSupportFact } from '../../../platform/nodeReadiness/gpuSupport';

test.each<[unknown, boolean | null]>([
  [true, true],
  [false, false],
  ['true', true],
  ['Enabled', true],
  ['off', false],
  [{ enabled: true }, true],
  [{ isEnabled: false }, false],
  [{ gpuEnabled: 'true' }, true],
  [{ gpu_support: false, vendor: 'nvidia' }, false],
  [{ gpu: { active: true } }, true],
  [{ enabled: true, active: false }, null],
  [{ enabled: true, available: 'perhaps' }, null],
  [{ shared: true }, null],
  [{ disabled: true }, null],
  [{}, null],
  [[], null],
  [[true], null],
  ['', null],
  ['constructor', null],
  ['nvidia', null],
  [1, null],
  [null, null],
])('%j', (setting, ok) => {
  const fact = gpuSupportFact(setting, '1');
  expect(fact.ok).toBe(ok);
  expect(fact.fix).not.toBe('');
});
