import { cachedList } from '../../../platform/time/cachedList';
import { TestClock } from '../../support/testClock';

let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});

function listThat(read: () => Promise<string[]>) {
  let times = 0;
  return {
    read: async () => {
      times++;
      return await read();
    },
    get times() {
      return times;
    },
  };
}

test('a list is read once for all who ask while it is on its way and for 5 s after it came', async () => {
  const list = listThat(async () => {
    await clock.wait(20_000);
    return ['a'];
  });
  const first = Array.from({ length: 100 }, () => cachedList('slow', list.read));
  await clock.pass(19_000);
  const second = cachedList('slow', list.read);
  await clock.pass(1_000);
  expect(await Promise.all([...first, second])).toEqual(Array(101).fill(['a']));
  await clock.pass(4_900);
  await cachedList('slow', list.read);
  expect(list.times).toBe(1);
  await clock.pass(200);
  await clock.until(cachedList('slow', list.read));
  expect(list.times).toBe(2);
});

test('a list that could not be read is read again by the next who asks', async () => {
  let isDown = true;
  const list = listThat(async () => {
    if (isDown) throw new Error('down');
    return ['a'];
  });
  await expect(cachedList('down', list.read)).rejects.toThrow('down');
  isDown = false;
  expect(await cachedList('down', list.read)).toEqual(['a']);
  expect(list.times).toBe(2);
});
