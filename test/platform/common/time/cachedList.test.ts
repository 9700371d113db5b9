import { readCachedList } from '../../../../platform/common/time/cache';
import { TestClock } from '../../../support/testClock';

let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});

test('a list is read once for all who ask while it is on its way and for 5 s after it came', async () => {
  const read = jest.fn(async () => {
    await clock.wait(20_000);
    return ['a'];
  });
  const first = Array.from({ length: 100 }, () => readCachedList('slow', read));
  await clock.pass(19_000);
  const second = readCachedList('slow', read);
  await clock.pass(1_000);
  expect(await Promise.all([...first, second])).toEqual(Array(101).fill(['a']));
  await clock.pass(4_900);
  await readCachedList('slow', read);
  expect(read).toHaveBeenCalledTimes(1);
  await clock.pass(200);
  await clock.until(readCachedList('slow', read));
  expect(read).toHaveBeenCalledTimes(2);
});

test('a list that could not be read is read again by the next who asks', async () => {
  let isDown = true;
  const read = jest.fn(async () => {
    if (isDown) throw new Error('down');
    return await Promise.resolve(['a']);
  });
  await expect(readCachedList('down', read)).rejects.toThrow('down');
  isDown = false;
  expect(await readCachedList('down', read)).toEqual(['a']);
  expect(read).toHaveBeenCalledTimes(2);
});
