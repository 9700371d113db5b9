import { Cache } from '../../../../platform/common/time/cache';

afterEach(() => jest.useRealTimers());

test('the one unused for longest makes room, and is ended', () => {
  const ended: number[] = [];
  const cache = new Cache<string, number>({ size: 2, onDrop: (value) => ended.push(value) });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  expect(ended).toEqual([2]);
});

test('what is too old is not found; a value may have an age of its own', () => {
  jest.useFakeTimers();
  const cache = new Cache<string, number>({ size: 9, ageMs: 1_000 });
  cache.set('short', 1);
  cache.set('long', 2, 5_000);
  jest.advanceTimersByTime(999);
  expect(cache.get('short')).toBe(1);
  // Being asked for makes nothing younger.
  jest.advanceTimersByTime(1);
  expect(cache.get('short')).toBeUndefined();
  expect(cache.get('long')).toBe(2);
});

test('forgetting one value leaves what took its place', () => {
  const cache = new Cache<string, number>({ size: 9 });
  cache.set('a', 2);
  cache.forget('a', 1);
  expect(cache.get('a')).toBe(2);
  cache.forget('a', 2);
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', 3);
  cache.forget('a');
  expect(cache.get('a')).toBeUndefined();
});
