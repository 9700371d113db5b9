import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { outcomeOf } from '../../../../platform/runs/read/outcome';
import { explainedInList } from '../../../shared/errors/errors';
import { pageOf } from '../../../shared/locators/listSearch';
import { currentChoice, currentValue } from '../../../shared/parameters/currentParameters';
import { connectPlatform } from '../../../shared/client/platformClient';
import { runTitle } from './runTitle';
import { JOB, PIPELINE } from '../runnable';

/** Older runs are chosen by their ID. */
const LATEST_RUNS = 100;

/** The latest runs of the chosen job or pipeline, newest first. */
export async function searchRuns(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await explainedInList(this, async () => {
    const runnable = currentValue(this, 'resource') === 'pipelineRun' ? PIPELINE : JOB;
    const client = await connectPlatform(this);
    const { kind } = runnable;
    const parentId = currentChoice(this, kind.parentId);
    if (typeof parentId !== 'string' || parentId === '') {
      throw new NodeOperationError(this.getNode(), `No ${runnable.noun} is selected`, {
        description: `Choose a ${runnable.noun} above to see its latest runs, or enter the ID of a run.`,
      });
    }
    const runs = await runnable.runs(client).list(parentId, LATEST_RUNS);
    const at = { now: new Date(), timeZone: this.getTimezone() };
    const entries = runs.map((run) => {
      const state = outcomeOf(run.status) ?? run.status.toLowerCase();
      return { name: runTitle(run, state, at), value: run.id };
    });
    return pageOf(entries, filter, paginationToken);
  });
}
