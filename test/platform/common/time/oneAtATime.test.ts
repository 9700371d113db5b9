import { setImmediate as turn } from 'node:timers/promises';
import { runInTurn } from '../../../../platform/common/time/concurrency';

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
    runInTurn(['x'], work('a')),
    runInTurn(['x', 'y'], work('b')),
    runInTurn(['y'], work('c')),
    runInTurn(['z'], work('d')),
  ]);
  const values = results.map((result) => ('value' in result ? result.value : 'failed'));
  expect(values).toEqual(['failed', 'b', 'c', 'd']);
  expect(met).toEqual(['a beside ', 'd beside a', 'b beside ', 'c beside ']);
});

test('a call that is canceled while it waits does nothing, and none behind it goes first', async () => {
  const done: string[] = [];
  const waits: string[] = [];
  let end = () => {};
  const work = (name: string) => async () => {
    await turn();
    done.push(name);
  };
  const first = runInTurn(['x'], () => new Promise<void>((resolve) => (end = resolve)));
  const cancel = new AbortController();
  const { signal } = cancel;
  const second = runInTurn(['x'], work('second'), { signal, onWait: () => waits.push('second') });
  const third = runInTurn(['x'], work('third'), { onWait: () => waits.push('third') });
  const other = runInTurn(['y'], work('other'), { onWait: () => waits.push('other') });
  cancel.abort();
  await expect(second).rejects.toMatchObject({ name: 'CancelledError', effect: 'none' });
  await other;
  await turn();
  expect({ done, waits }).toEqual({ done: ['other'], waits: ['second', 'third'] });
  end();
  await Promise.all([first, third]);
  expect(done).toEqual(['other', 'third']);
  // Cancelled before it is asked for: not even where nobody is waited for.
  await expect(runInTurn(['x'], work('late'), { signal })).rejects.toThrow('canceled');
  expect(done).toEqual(['other', 'third']);
});
