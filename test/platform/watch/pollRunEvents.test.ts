import { buildSchema, graphql, printSchema } from 'graphql';
import { JOB_RUNS } from '../../../platform/runs/kinds';
import { pollRunEvents } from '../../../platform/watch/runs/pollRunEvents';
import { RECENT } from '../../support/generationSchemas';
import { buildJobWithRuns, JOB_ID, jobInstance } from '../../support/jobInstances';
import { startRawPlatform } from '../../support/rawPlatform';
import { sendJson } from '../../support/rawServer';

const WATCH = { kind: JOB_RUNS, projectId: undefined, ids: [JOB_ID] };

async function connectTo(rootValue: object, schema = RECENT) {
  const { connect } = await startRawPlatform(({ query }, response) => {
    void graphql({ schema, source: query, rootValue }).then((found) => sendJson(response, found));
  });
  return connect().projects;
}

const refuse = (message: string) => () => {
  throw new Error(message);
};

describe('a run that was open, and that is no longer in the list of the newest runs,', () => {
  const READ = jest.fn();
  async function pollTwice() {
    const numbers = [1];
    const runs = () =>
      numbers.map((number) =>
        jobInstance(number, { status: number === 1 ? 'RUNNING' : undefined }),
      );
    const projects = await connectTo({ job: () => buildJobWithRuns(runs()), jobInstance: READ });
    const { state } = await pollRunEvents(projects, WATCH, undefined);
    numbers.unshift(6, 5, 4, 3, 2);
    return await pollRunEvents(projects, WATCH, state);
  }

  test.each([
    ['has ended', () => jobInstance(1), 6],
    ['was deleted', () => null, 5],
  ])('%s: events of the others are reported', async (_what, read, ends) => {
    READ.mockImplementation(read);
    const { events, state } = await pollTwice();
    expect(READ).toHaveBeenCalled();
    expect(events.filter(({ event }) => event === 'runSucceeded')).toHaveLength(ends);
    expect(state.states.get(JOB_ID)?.open).toBeUndefined();
  });

  test('cannot be read: the poll fails', async () => {
    READ.mockImplementation(refuse('Not today'));
    await expect(pollTwice()).rejects.toThrow('Not today');
  });
});

test('a platform without schedules has no missed schedules: the poll fails', async () => {
  const schema = buildSchema(printSchema(RECENT).replaceAll(/\n *cronScheduling:.*/g, ''));
  const projects = await connectTo({ job: () => buildJobWithRuns([]) }, schema);
  const deadlines = { scheduleMissed: { graceMs: 0 } };
  const polled = pollRunEvents(projects, WATCH, undefined, { deadlines });
  await expect(polled).rejects.toThrow(/cronScheduling/);
  await expect(pollRunEvents(projects, WATCH, undefined)).resolves.toMatchObject({ events: [] });
});
