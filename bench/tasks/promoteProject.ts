import type { StartItem } from '../../test/engine/helperNodes';
import { expectItems, runInEngine } from '../sides/engine';
import { PROJECTS_NODE } from '../sides/ours';
import { createThings, downloadPackages, listDev, listProd } from '../sides/promoteByHttpRequest';
import { twoProjects } from '../sides/sandboxProject';
import { atMost, timesLess } from './goals';
import type { Side, Task } from './task';

const JOBS = 20;

/** Export, plan and deploy, as in the ready-made workflow. */
const ours: Side = async (place, amount) => {
  const projects = await twoProjects(place, amount);
  const { credentials, fromId, toId, things } = projects;
  const changes = 1 + things.jobs + things.pipelines + things.apps;
  const perform = async (operation: string, parameters: object, items: StartItem[]) =>
    await runInEngine(
      { type: PROJECTS_NODE, parameters: { resource: 'project', operation, ...parameters } },
      { dataPlatformApi: credentials },
      { items },
    );
  const id = (value: string) => ({ __rl: true, mode: 'id', value });
  return {
    run: () =>
      projects.counted(async () => {
        const exported = await perform('export', { projectId: id(fromId) }, [{}]);
        const items = exported.map(({ json, binary }) => ({ json, binary }));
        const target = { projectId: id(toId) };
        const [planned] = await perform('plan', target, items);
        const approvedPlan = planned?.json.fingerprint;
        const deployed = await perform('deploy', { ...target, options: { approvedPlan } }, items);
        expectItems(deployed, changes);
      }),
    check: () => projects.check(),
  };
};

/** The same without comparing: what the target does not have is created. What it has stays as it is. */
const httpRequest: Side = async (place, amount) => {
  const { loadN8nNodes } = await import('../sides/n8nNodes');
  await loadN8nNodes();
  const projects = await twoProjects(place, amount);
  return {
    run: () =>
      projects.counted(async () => {
        const dev = await listDev(projects);
        const missing = await listProd(projects, dev);
        const packages = await downloadPackages(projects, missing);
        await createThings(projects, missing, packages);
      }),
    check: () => projects.check(),
  };
};

export const promoteProject: Task = {
  name: 'promote-project',
  title: `Promote a project of ${JOBS} jobs with 1 MB each, 5 pipelines and 3 apps`,
  amount: JOBS,
  warmUpAmount: 2,
  latenciesMs: [0, 20],
  sides: { ours, httpRequest },
  goals: [timesLess('requests', 'httpRequest', 1, 20), atMost('grownMiB', 100, 20)],
};
