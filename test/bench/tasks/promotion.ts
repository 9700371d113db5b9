import type { NodeUnderTest, StartItems } from '../../support/engine/runWorkflow';
import { MIB } from '../content';
import { atMost, growing } from '../goals';
import { byId, projectsNode, runInEngine } from '../sides/engine';
import { atLatencies, type Side, type Task } from '../task';

/** Export, plan and deploy, as in the ready-made workflow. */
const ours: Side = async (place) => {
  const { promotion } = place;
  if (!promotion) throw new Error('The platform has no project to promote');
  const { fromId, toId, changes } = promotion;
  const perform = async (
    parameters: NodeUnderTest['parameters'],
    items: StartItems['items'],
    expected?: number,
  ) => {
    const node = projectsNode(place, { resource: 'project', ...parameters });
    return await runInEngine(node, { items }, expected);
  };
  return {
    async run() {
      const exported = await perform({ operation: 'export', projectId: byId(fromId) }, [{}]);
      const items = exported.map(({ json, binary }) => ({ json, binary }));
      const target = { projectId: byId(toId) };
      const [planned] = await perform({ operation: 'plan', ...target }, items);
      const options = { approvedPlan: String(planned?.json.fingerprint) };
      await perform({ operation: 'deploy', source: 'binary', ...target, options }, items, changes);
    },
  };
};

const JOBS = 20;

export const promoteProject: Task = {
  name: 'promote-project',
  title: `Promote a project of ${JOBS} jobs with 1 MB each, 5 pipelines and 3 apps`,
  cases: atLatencies(JOBS, 0, 20),
  warmUpAmount: 2,
  world: (amount) => ({ promotion: { jobs: amount, packageBytes: 1_000_000 } }),
  sides: { ours },
  goals: [atMost('grownMiB', 100, 20)],
};

export const growingProject: Task = {
  name: 'grow-project',
  title: 'Export, plan and deploy a project whose jobs have packages of 10 KB',
  ...growing('jobs', 0, 30, 100, 300),
  warmUpAmount: 2,
  world: (amount) => ({ promotion: { jobs: amount, packageBytes: 10_000 } }),
  sides: { ours },
};

const JOBS_WITH_PACKAGES = 10;

/** The jobs stay as many; what they carry grows. */
export const growingPackages: Task = {
  name: 'grow-packages',
  title: `Export, plan and deploy a project of ${JOBS_WITH_PACKAGES} jobs`,
  ...growing('MiB of packages', 0, 10, 50, 250),
  warmUpAmount: 1,
  world: (amount) => ({
    promotion: { jobs: JOBS_WITH_PACKAGES, packageBytes: (amount * MIB) / JOBS_WITH_PACKAGES },
  }),
  isDiskBound: true,
  rounds: 1,
  sides: { ours },
};
