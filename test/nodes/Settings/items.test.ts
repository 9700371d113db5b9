import {
  get as getGpu,
  settingItem,
  settingItems,
} from '../../../nodes/Settings/resources/platformSettings';
import { get as getUploadToken } from '../../../nodes/Settings/resources/uploadToken';

test.each([
  [{ a: 1 }, { a: 1 }],
  [{}, {}],
  [{ error: 'x' }, { setting: { error: 'x' } }],
  [null, { setting: null }],
  ['text', { setting: 'text' }],
  [[1], { setting: [1] }],
])('the setting %j is the item %j', (setting, json) => {
  expect(settingItem(setting, 'setting')).toEqual({ json });
});

test.each([
  [[], []],
  [
    [{ a: 1 }, 'text'],
    [{ a: 1 }, { setting: 'text' }],
  ],
  [{ a: 1 }, [{ a: 1 }]],
  [null, [{ setting: null }]],
])('the list %j is the items %j', (setting, items) => {
  expect(settingItems(setting, 'setting')).toEqual(items.map((json) => ({ json })));
});

describe('settings', () => {
  test.each([
    [true, 't', { expiresAt: 'x', token: 't' }],
    [true, undefined, { expiresAt: 'x' }],
    [false, 't', { expiresAt: 'x' }],
  ])('an upload token is reported (%s) where there is one: %j', async (isRevealed, token, json) => {
    const readUploadToken = async () => ({ expiresAt: 'x', token });
    const call = {
      parameters: { boolean: () => isRevealed },
      client: { cluster: async () => ({ readUploadToken }) },
    };
    expect(await getUploadToken.run(call as never)).toStrictEqual({ json });
  });

  test.each([
    [' ', true, { json: { value: true } }, '1'],
    [' 7 ', [], { json: { value: [] } }, '7'],
    ['7', [{ a: 1 }], [{ json: { a: 1 } }], '7'],
  ])('of the platform %j, GPUs %j are reported', async (platformId, setting, output, asked) => {
    const gpu = jest.fn(async () => setting);
    const call = {
      parameters: { text: () => platformId },
      client: { settings: async () => ({ platformId: '1', gpu }) },
    };
    const told = await getGpu.run(call as never);
    expect(Array.isArray(output) ? told : [told].flat()).toEqual([output].flat());
    expect(gpu).toHaveBeenCalledWith(asked, undefined);
  });
});
