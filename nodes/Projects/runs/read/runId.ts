import {
  type ILoadOptionsFunctions,
  type INodeListSearchResult,
  type INodeProperties,
  NodeOperationError,
} from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { readRunId as requireRunId } from '../../../../platform/common/input/identifiers';
import { buildDependentLocator, RUN_PAGE } from '../../../shared/locators/locators';
import type { ItemCall } from '../../../shared/operation/operation';
import { JOB, PIPELINE, type Runnable } from '../runnable';
import { describeState } from '../../../../platform/runs/read/outcome';
import { explainListErrors } from '../../../shared/errors/errors';
import { readChosenId, findPage } from '../../../shared/locators/listSearch';
import { readFormValue } from '../../../shared/parameters/nodeParameters';
import { connectPlatform } from '../../../shared/client/connect';
import { buildRunTitle } from './runOutput';

/** Builds the fields to choose a run: a job or pipeline, which fills the list of runs, and the run. */
export function buildRunFields({ noun, picker }: Runnable): INodeProperties[] {
  const [parent] = picker.slice(-1) as [INodeProperties];
  return [
    {
      ...parent,
      // An alias needs a project, but the operation has no field for a project.
      modes: parent.modes?.filter(({ name }) => name !== 'alias'),
      required: false,
      description: `The ${noun} whose runs are listed in "Run". Not needed if you enter the ID of the run.`,
      hint: 'Optional: fills the list of runs below',
    },
    buildDependentLocator(
      {
        displayName: 'Run',
        name: 'runId',
        description: `The ${noun} run to use. The operations "Run" and "Get Many" return its ID.`,
        searchListMethod: 'searchRuns',
        entityWithArticle: 'a run',
        idPlaceholder: '6f1d2c3b-0000-4000-8000-000000000000',
        page: noun === 'job' ? RUN_PAGE : undefined,
      },
      `${parent.name}.value`,
    ),
  ];
}

export function readRunId({ parameters }: ItemCall<PlatformClient>): string {
  return requireRunId(parameters.locator('runId'));
}

const MAX_LISTED_RUNS = 100;

export async function searchRuns(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await explainListErrors(this, async () => {
    const runnable = readFormValue(this, 'resource') === 'pipelineRun' ? PIPELINE : JOB;
    const client = await connectPlatform(this);
    const { kind } = runnable;
    const parentId = await readChosenId(this, client, kind.parentIdField);
    if (typeof parentId !== 'string' || parentId === '') {
      throw new NodeOperationError(this.getNode(), `No ${runnable.noun} is selected`, {
        description: `Choose a ${runnable.noun} above to see its latest runs, or enter the ID of a run.`,
      });
    }
    const runs = await runnable.runs(client).list(parentId, MAX_LISTED_RUNS);
    const entries = runs.map((run) => {
      const state = describeState(run);
      return { name: buildRunTitle(run, state, this.getTimezone()), value: run.id };
    });
    return findPage(entries, filter, paginationToken);
  });
}
