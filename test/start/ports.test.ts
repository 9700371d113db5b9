import { findFreePort } from '../../start/ports';

test('free ports are none that a system gives to connections, and each is given once', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThan(1024);
});
