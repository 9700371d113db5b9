import type { IExecuteFunctions } from 'n8n-workflow';
import { UnfinishedRuns, progressReporter } from '../../../../../nodes/Projects/runs/wait/progress';

/** What a node tells in n8n's log, which is what it tells the browser's console as well. */
function execution() {
  const [logged, shown]: [string[], string[]] = [[], []];
  const context = {
    getNode: () => ({ name: 'Run' }),
    logger: { info: (text: string) => void logged.push(text) },
    sendMessageToUI: (text: string) => void shown.push(text),
  };
  const told = () => {
    expect(shown).toEqual(logged);
    return logged;
  };
  return { context: context as unknown as IExecuteFunctions, told };
}

describe('the runs that go on after a cancel', () => {
  const toldOf = (amount: number, isRemoved: (n: number) => boolean = () => false) => {
    const { context, told } = execution();
    const awaited = new UnfinishedRuns(context);
    for (let n = 1; n <= amount; n++) awaited.add(`r${n}`);
    for (let n = 1; n <= amount; n++) if (isRemoved(n)) awaited.remove(`r${n}`);
    awaited.report();
    return told();
  };
  const TWENTY = Array.from({ length: 20 }, (_, n) => `r${n + 1}`).join(', ');
  const advice =
    'Stop it there or with the operation "Stop"; the option "Stop on Cancel" does so next time.';

  test.each([
    [1, 'a run is still running on the platform (r1)'],
    [2, '2 runs are still running on the platform (r1, r2)'],
    [20, `20 runs are still running on the platform (${TWENTY})`],
    [21, `21 runs are still running on the platform (${TWENTY} and 1 more)`],
    [23, `23 runs are still running on the platform (${TWENTY} and 3 more)`],
  ])('%i are reported in one line', (amount, told) => {
    expect(toldOf(amount)).toEqual([`Run: ${told}. ${advice}`]);
  });

  test('those that have ended are not among them', () => {
    expect(toldOf(3, (n) => n !== 2)).toEqual([
      `Run: a run is still running on the platform (r2). ${advice}`,
    ]);
  });

  test.each([0, 3])('nothing is reported where all %i have ended', (amount) => {
    expect(toldOf(amount, () => true)).toEqual([]);
  });
});

describe('progress', () => {
  test('names the statuses in the order of their counts as texts', () => {
    const { context, told } = execution();
    const tell = progressReporter(context);
    tell(
      new Map([
        ['RUNNING', 2],
        ['unknown', 1],
        ['QUEUED', 2],
      ]),
    );
    tell(new Map([['RUNNING', 1]]));
    tell(new Map());
    expect(told()).toEqual([
      'Run: waiting for 5 runs (1 unknown, 2 QUEUED, 2 RUNNING)',
      'Run: waiting for 1 run (1 RUNNING)',
      'Run: every run has ended',
    ]);
  });

  test('is reported once as long as it is the same', () => {
    const { context, told } = execution();
    const tell = progressReporter(context);
    const running = new Map([['RUNNING', 1]]);
    for (const progress of [running, running, new Map<string, number>(), running]) tell(progress);
    expect(told()).toEqual([
      'Run: waiting for 1 run (1 RUNNING)',
      'Run: every run has ended',
      'Run: waiting for 1 run (1 RUNNING)',
    ]);
  });
});
