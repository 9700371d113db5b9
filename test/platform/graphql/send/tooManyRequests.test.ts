import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

const READ = { query: '{ jobs { id } }' };
const START = { query: 'mutation { runJob(jobId: "1") { id } }' };

beforeEach(() => {
  new TestClock().run();
});

/** Refuses twice, and then does what it is asked. */
async function refusing(answer: object, status = 200) {
  let asked = 0;
  const { connect } = await startRawPlatform(({ query }, response) => {
    const data = query.includes('runJob') ? { runJob: { id: 'r' } } : { jobs: [] };
    if (++asked <= 2) sendJson(response, answer, status);
    else sendJson(response, { data });
  });
  return { projects: connect().projects, asked: () => asked };
}

const errors = [{ message: 'No.', extensions: { code: 'RATE_LIMITED' } }];

test.each([READ, START])('a limit that refuses by HTTP 429 is waited for: %j', async (request) => {
  const { projects, asked } = await refusing({ errors }, 429);
  await (request === READ ? projects.query(request) : projects.mutate(request));
  expect(asked()).toBe(3);
});

test.each([
  ['by a field that may have begun', { errors: [{ ...errors[0], path: ['runJob'] }] }, 429],
  ['along with data', { errors, data: null }, 429],
  ['by another status', { errors }, 200],
])('a start that is refused %s is not sent again', async (_name, answer, status) => {
  const { projects, asked } = await refusing(answer, status);
  await expect(projects.mutate(START)).rejects.toMatchObject({ sends: 1 });
  expect(asked()).toBe(1);
});

test('a read is tried again after a limit that only the errors report', async () => {
  const { projects, asked } = await refusing({ errors });
  await expect(projects.query(READ)).resolves.toEqual({ jobs: [] });
  expect(asked()).toBe(3);
});
