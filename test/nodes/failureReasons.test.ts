import { pollNode, type PollQuestion } from '../support/engine/poll';
import { failureOf } from '../support/failureOf';
import { sandboxForEachTest } from '../support/testSandbox';
import type { Accident } from '../../sandbox/accidents/accident';
import { triggerNode } from './ConfFilesTrigger/support';
import { byId } from './Projects/support';
import { projectsTrigger } from './ProjectsTrigger/support';

const errors = (code: string) => [{ message: 'No', extensions: { code } }];
const status = (status: number, more: Partial<Accident> = {}) => ({
  ...{ kind: 'status' as const, status, body: 'json' as const, ...more },
});
const UNAVAILABLE = { cause: 'temporarily-unavailable' };
const MISCONFIGURED = { cause: 'configuration-invalid' };

const sandbox = sandboxForEachTest();
const projects = (parameters = {}, credential = {}) => ({
  ...projectsTrigger({ credentials: { ...sandbox.credentials, ...credential } }, parameters),
});
const files = (credential = {}) => triggerNode(sandbox, {}, credential);

/** n8n decides by the reason when it polls again: later and later, or in 30 minutes where somebody has to act. */
const failureAt = async (
  question: Omit<PollQuestion, 'staticData'>,
  accident?: Omit<Accident, 'times'>,
) => {
  if (accident) sandbox.accidents.add({ ...accident, times: 99 });
  const error = await failureOf<Error & { failure?: object }>(pollNode({ ...question }));
  return error.failure;
};

test.each<[string, Omit<Accident, 'times'>, object | undefined]>([
  [
    'too many requests',
    status(429, { retryAfter: 90 }),
    { cause: 'rate-limited', retryAfterMs: 90_000 },
  ],
  [
    'an overloaded platform',
    status(503, { retryAfter: 90 }),
    { ...UNAVAILABLE, retryAfterMs: 90_000 },
  ],
  ['a gateway that reaches nothing', status(502), UNAVAILABLE],
  ['a page of a gateway with 403', status(403, { body: 'html' }), UNAVAILABLE],
  ['a page in place of data', { kind: 'html' }, UNAVAILABLE],
  ['a session that ends again and again', status(440), UNAVAILABLE],
  ['a refusal', { kind: 'errors', errors: errors('FORBIDDEN') }, MISCONFIGURED],
  ['a project that is gone', { kind: 'errors', errors: errors('NOT_FOUND') }, MISCONFIGURED],
  ['an error of the platform', { kind: 'errors', errors: errors('INTERNAL') }, undefined],
])('Projects Trigger: %s', async (_what, accident, expected) => {
  expect(await failureAt(projects(), { operation: 'jobs', ...accident })).toEqual(expected);
});

test('Projects Trigger: a login that is refused, nothing at the address, a project that is no ID', async () => {
  expect(await failureAt(projects({}, { password: 'wrong' }))).toEqual({
    cause: 'credential-invalid',
  });
  expect(await failureAt(projects({}, { baseUrl: 'http://127.0.0.1:9' }))).toEqual(UNAVAILABLE);
  expect(await failureAt(projects({ projectId: byId('x') }))).toEqual(MISCONFIGURED);
});

test.each<[string, Omit<Accident, 'times'>, object | undefined]>([
  [
    'too many requests',
    status(429, { retryAfter: 90 }),
    { cause: 'rate-limited', retryAfterMs: 90_000 },
  ],
  ['a gateway that reaches nothing', status(502), UNAVAILABLE],
  ['a page of a gateway with 403', status(403, { body: 'html' }), UNAVAILABLE],
  ['a token that is refused', status(401), { cause: 'credential-invalid' }],
])('Configuration Files Trigger: %s', async (_what, accident, expected) => {
  expect(await failureAt(files(), { operation: 'confList', ...accident })).toEqual(expected);
});

test('Configuration Files Trigger: nothing at the address', async () => {
  expect(await failureAt(files({ localAddress: 'http://127.0.0.1:9' }))).toEqual(UNAVAILABLE);
});
