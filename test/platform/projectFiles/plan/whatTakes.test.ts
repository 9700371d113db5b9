import type { Sandbox } from '../../../../sandbox';
import { cases } from '../../../support/cases';
import { addCredentials, fillProject } from '../../../support/randomProject';
import {
  addJob,
  deploy,
  filesOf,
  mutations,
  notUnchanged,
  passwordValues,
  plan,
  usePlatforms,
} from '../support';

const platforms = usePlatforms();
let source: Sandbox;
let target: Sandbox;
beforeAll(async () => {
  source = await platforms({});
  target = await platforms({ rewritesValues: true, nullKeepsValue: true });
});

test('a platform that ends command lines, tidies crons and rounds positions is planned empty after a deploy', async () => {
  for (let seed = 1; seed <= cases(10, 4); seed++) {
    const from = source.store.addProject({ name: `From ${seed}` }).id;
    const variables = passwordValues(fillProject(source, from, seed));
    const to = target.store.addProject({ name: `To ${seed}` }).id;
    addCredentials(target, to);
    const files = await filesOf(source, from);
    const { changes } = await deploy(target, files, to, { variables });
    expect(changes.filter(({ reason = '' }) => /did not accept/.test(reason))).toEqual([]);
    const left = notUnchanged((await plan(target, files, to, { variables })).steps);
    target.stats.reset();
    await deploy(target, files, to, { variables });
    expect({ seed, left, sent: mutations(target) }).toEqual({ seed, left: [], sent: {} });
  }
});

test('whatever a platform adds is no difference', async () => {
  const from = source.store.addProject({ name: 'Plain' }).id;
  const cpu = { request: 0.3 };
  addJob(source, from, 'load', { settings: { cronScheduling: '0 6 * * *', resources: { cpu } } });
  const files = await filesOf(source, from);
  const to = target.store.addProject({ name: 'To' }).id;
  await deploy(target, files, to);
  target.store.editJob(target.store.jobByAlias(to, 'load')?.id ?? '', {
    settings: {
      scheduleTimezone: 'UTC',
      resources: { cpu: { ...cpu, limit: 1 }, memory: { request: 0.5, limit: 2 } },
      alerting: { emails: [], statusList: [], loginEmails: [] },
    },
  });
  expect(notUnchanged((await plan(target, files, to)).steps)).toEqual([]);
});

test.each([
  ['what a platform does not take is no update', {}, {}, false, 'unchanged'],
  ['a change beside it is one', { description: 'Old' }, { description: 'New' }, false, 'updated'],
  ['a cron that cannot be emptied is paused, however live it was', {}, {}, true, 'updated'],
] as const)('%s, and is reported', async (_what, before, after, isScheduled, action) => {
  const from = source.store.addProject({ name: 'Emptied' }).id;
  const settings = { isScheduled, cronScheduling: '0 6 * * *' };
  const job = addJob(source, from, 'load', { settings, ...before });
  const to = target.store.addProject({ name: 'Filled' }).id;
  await deploy(target, await filesOf(source, from), to);
  const emptied = { isScheduled: false, cronScheduling: null };
  source.store.editJob(job.id, { settings: emptied, ...after });
  const files = await filesOf(source, from);
  const { changes } = await deploy(target, files, to);
  expect(changes.find(({ kind }) => kind === 'job')).toMatchObject({
    action,
    reason: 'The platform did not accept cronScheduling.',
  });
  expect(notUnchanged((await plan(target, files, to)).steps)).toHaveLength(1);
  expect(target.store.jobByAlias(to, 'load')?.settings).toMatchObject({
    ...settings,
    isScheduled: false,
  });
});
