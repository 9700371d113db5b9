import { limitTo } from '../../../../platform/common/time/concurrency';

test('a limit of three runs at most three pieces of work at once, and all of them', async () => {
  const limit = limitTo(3);
  let atOnce = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      limit(async () => {
        most = Math.max(most, ++atOnce);
        await new Promise(setImmediate);
        atOnce--;
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
