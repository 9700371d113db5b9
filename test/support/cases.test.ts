import { sampleOf, sampleOfTable } from './cases';

const list = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([
  [150, 4],
  [20, 150],
  [17, 17],
  [1, 3],
])('a sample of %i rows in %i columns has each of them', (rows, columns) => {
  const played = sampleOfTable(list(rows), list(columns));
  expect([...played.keys()]).toEqual(list(columns));
  expect(new Set([...played.values()].flat())).toEqual(new Set(list(rows)));
  for (const inColumn of played.values()) expect(inColumn).not.toEqual([]);
});

test('a case that is alone in a part is played', () => {
  const all = [...list(100).map(() => ({ node: 'a', field: 'x' })), { node: 'a', field: 'y' }];
  const played = sampleOf(
    all,
    ({ node }) => node,
    ({ field }) => field,
  );
  expect(new Set(played.map(({ field }) => field))).toEqual(new Set(['x', 'y']));
});
