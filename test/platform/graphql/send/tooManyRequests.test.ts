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

const code = (name: string) => [{ message: 'No.', extensions: { code: name } }];
const words = (message: string) => [{ message }];

test.each([
  ['RATE_LIMITED', code('RATE_LIMITED')],
  ['TOO_MANY_REQUESTS', code('TOO_MANY_REQUESTS')],
  ['THROTTLED', code('THROTTLED')],
  ['REQUEST_RATE_LIMITED', code('REQUEST_RATE_LIMITED')],
  ['words of a directive', words("You are trying to access 'jobs' too often")],
  ['words of a gateway', words('Too many requests, please try again shortly.')],
  ['words of a limit', words('Rate limit for Query.jobs exceeded. Try again later.')],
])('a read that is refused by %s is sent again', async (_name, errors) => {
  const { projects, asked } = await refusing({ errors });
  await expect(projects.query(READ)).resolves.toHaveProperty('jobs');
  expect(asked()).toBe(3);
});

test.each([
  ...[200, 400, 403, 429, 500, 503].map((status) => [status, code('RATE_LIMITED')] as const),
  [429, words('Too many requests')] as const,
])(
  'a start that a limit refuses by HTTP %d with %j, before anything is done, is sent again',
  async (status, errors) => {
    const { projects, asked } = await refusing({ errors }, status);
    await expect(projects.mutate(START)).resolves.toHaveProperty('runJob');
    expect(asked()).toBe(3);
  },
);

test.each([
  ['by words alone', { errors: words('Too many requests') }],
  [
    'by a field that may have begun',
    { errors: [{ ...code('RATE_LIMITED')[0], path: ['runJob'] }] },
  ],
  ['beside data', { errors: code('RATE_LIMITED'), data: null }],
])('a start that is refused %s is not sent again', async (_name, answer) => {
  for (const status of [200, 400, 503]) {
    const { projects, asked } = await refusing(answer, status);
    await expect(projects.mutate(START)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(asked()).toBe(1);
  }
});

test('other errors are not waited for', async () => {
  const { projects, asked } = await refusing({ errors: words('The limit of memory is too low') });
  await expect(projects.query(READ)).rejects.toThrow('The limit of memory');
  expect(asked()).toBe(1);
});
