import type { StartItem } from '../../support/engine/helperNodes';
import type { Place, Promotion } from '../server/platform';
import type { Side } from '../task';
import { BareClient } from './bare';
import { byId, expectItems, platformLogin, projectsNode, runInEngine } from './engine';

/** What the promotion has changed: all that the second project now has. */
async function checkPromoted(place: Place, { toId, counts }: Promotion): Promise<void> {
  const client = new BareClient(place, 1);
  await client.logIn();
  const { project } = await client.graphql<{ project: Record<string, unknown[]> }>(
    `query { project(id: "${toId}") { jobs { id } pipelines { id } apps { id } } }`,
  );
  for (const [kind, count] of Object.entries(counts)) {
    const made = project[kind]?.length;
    if (made !== count) throw new Error(`${made} ${kind} instead of ${count}`);
  }
}

const promotionOf = ({ promotion }: Place): Promotion => {
  if (!promotion) throw new Error('The platform has no project to promote');
  return promotion;
};

/** Export, plan and deploy, as in the ready-made workflow. */
export const promoteByOurs: Side = async (place) => {
  const promotion = promotionOf(place);
  const { fromId, toId, counts } = promotion;
  // The summary and the project itself.
  const changes = 2 + counts.jobs + counts.pipelines + counts.apps;
  const perform = async (operation: string, parameters: object, items: StartItem[]) =>
    await runInEngine(
      projectsNode({ resource: 'project', operation, ...parameters }),
      platformLogin(place),
      { items },
    );
  return {
    async run() {
      const exported = await perform('export', { projectId: byId(fromId) }, [{}]);
      const items = exported.map(({ json, binary }) => ({ json, binary }));
      const target = { projectId: byId(toId) };
      const [planned] = await perform('plan', target, items);
      const approvedPlan = planned?.json.fingerprint;
      const deployed = await perform('deploy', { ...target, options: { approvedPlan } }, items);
      expectItems(deployed, changes);
    },
    check: () => checkPromoted(place, promotion),
  };
};
