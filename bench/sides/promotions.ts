import type { StartItem } from '../../harness/engine/helperNodes';
import type { Side } from '../task';
import { expectItems, runInEngine } from './engine';
import { PROJECTS_NODE } from './ours';
import { createEntities, downloadPackages, listDev, listProd } from './promoteByHttpRequest';
import { twoProjects } from './twoProjects';

/** Export, plan and deploy, as in the ready-made workflow. */
export const promoteByOurs =
  (packageBytes: number): Side =>
  async (place, amount) => {
    const projects = await twoProjects(place, amount, packageBytes);
    const { credentials, fromId, toId, things } = projects;
    // The summary and the project itself.
    const changes = 2 + things.jobs + things.pipelines + things.apps;
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
export const promoteByHttpRequest =
  (packageBytes: number): Side =>
  async (place, amount) => {
    const { loadN8nNodes } = await import('../sides/n8nNodes');
    await loadN8nNodes();
    const projects = await twoProjects(place, amount, packageBytes);
    return {
      run: () =>
        projects.counted(async () => {
          const dev = await listDev(projects);
          const missing = await listProd(projects, dev);
          const packages = await downloadPackages(projects, missing);
          await createEntities(projects, missing, packages);
        }),
      check: () => projects.check(),
    };
  };
