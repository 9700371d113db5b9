import type { NodeUnderTest, StartItems } from '../../support/engine/runWorkflow';
import { byId } from '../../support/ids';
import { MIB } from '../content';
import { growing, littleMemory } from '../goals';
import type { Place } from '../server/platform';
import { projectsNode, runInEngine } from '../sides/engine';
import { atLatencies, type Side, type Task } from '../task';

async function perform(
  place: Place,
  parameters: NodeUnderTest['parameters'],
  items: StartItems['items'] = [{ json: {} }],
  expected?: number,
) {
  const node = projectsNode(place, { resource: 'project', ...parameters });
  return await runInEngine(node, { items }, expected);
}

function promotionAt({ promotion }: Place) {
  if (!promotion) throw new Error('The platform has no project to promote');
  return promotion;
}

async function exportProject(place: Place) {
  const projectId = byId(promotionAt(place).fromId);
  const exported = await perform(place, { operation: 'export', projectId });
  return exported.map(({ json, binary }) => ({ json, binary }));
}

async function deploy(place: Place, items: StartItems['items'], options = {}): Promise<void> {
  const { toId, changes } = promotionAt(place);
  const parameters = { operation: 'deploy', source: 'binary', projectId: byId(toId), options };
  await perform(place, parameters, items, changes);
}

const deployExported: Side = async (place) => {
  const items = await exportProject(place);
  return { run: () => deploy(place, items) };
};

const deployAgain: Side = async (place) => {
  const items = await exportProject(place);
  await deploy(place, items);
  return { run: () => deploy(place, items) };
};

/** Does the same as the ready-made workflow. */
const promote: Side = async (place) => ({
  async run() {
    const items = await exportProject(place);
    const projectId = byId(promotionAt(place).toId);
    const [planned] = await perform(
      place,
      { operation: 'plan', source: 'binary', target: 'project', projectId },
      items,
    );
    await deploy(place, items, { approvedPlan: String(planned?.json.fingerprint) });
  },
});

const JOBS = 20;

const deploys = {
  cases: atLatencies(JOBS, 0, 20),
  warmUpAmount: 2,
  world: (amount: number) => ({ promotion: { jobs: amount, packageBytes: 1_000_000 } }),
  goals: littleMemory(20),
};

export const deployProject: Task = {
  ...deploys,
  name: 'deploy-project',
  title: `Deploy ${JOBS} jobs with 1 MB each, 5 pipelines and 3 apps`,
  sides: { ours: deployExported },
};

export const deployNothing: Task = {
  ...deploys,
  name: 'deploy-nothing',
  title: 'Deploy the same project again, which changes nothing',
  sides: { ours: deployAgain },
};

export const growingProject: Task = {
  name: 'grow-project',
  title: 'Export, plan and deploy a project whose jobs have packages of 10 KB',
  ...growing('jobs', 0, 30, 100, 300),
  warmUpAmount: 2,
  world: (amount) => ({ promotion: { jobs: amount, packageBytes: 10_000 } }),
  sides: { ours: promote },
};

const JOBS_WITH_PACKAGES = 10;

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
  sides: { ours: promote },
};
