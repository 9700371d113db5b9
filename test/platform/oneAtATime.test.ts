import { setImmediate as turn } from 'node:timers/promises';
import { oneAtATime } from '../../platform/oneAtATime';

test('work that shares a key comes one after the other, also after a failure; other work does not wait', async () => {
  const going = new Set<string>();
  const met: string[] = [];
  const work = (name: string) => async () => {
    met.push(`${name} beside ${[...going].sort().join()}`);
    if (name !== 'd') going.add(name);
    await turn();
    going.delete(name);
    if (name === 'a') throw new Error('failed');
    return name;
  };
  const results = await Promise.allSettled([
    oneAtATime(['x'], work('a')),
    oneAtATime(['x', 'y'], work('b')),
    oneAtATime(['y'], work('c')),
    oneAtATime(['z'], work('d')),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(met).toEqual(['a beside ', 'd beside a', 'b beside ', 'c beside ']);
});
