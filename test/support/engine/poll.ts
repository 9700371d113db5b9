import { PollContext, TriggersAndPollers } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import {
  additionalDataFor,
  describeNode,
  workflowOf,
  type TestCredentials,
} from './additionalData';
import { useBinaryDataOnDisk } from './binaryData';
import { loadPackage } from './nodeTypes';

const NODE_NAME = 'Trigger';

export interface PollQuestion {
  type: string;
  parameters: INode['parameters'];
  credentials: TestCredentials;
  /** Static data of the node. Changed in place, as n8n's own is, also by a poll that fails. */
  staticData?: IDataObject;
  /**
   * Whether n8n's scheduler keeps it (N8N_POLLER_DURABLE_CURSORS_ENABLED): a poll is given a copy without an observer, which replaces
   * what is held where the poll ends well.
   */
  hasDurableCursor?: boolean;
  /** `manual` is the editor's "Fetch Test Event". Default `trigger`. */
  mode?: 'manual' | 'trigger';
  /**
   * Whether n8n polls because the workflow is published or n8n starts. Otherwise, n8n's durable scheduler polls. Default: whether there
   * is no static data.
   */
  isActivation?: boolean;
  /** Two polls with one identity are polls of one node in one process. Default: the same for all. */
  workflowId?: string;
  /** The time that n8n gives a poll. Default: 5 minutes at activation, as in n8n; 4 later. */
  budgetMs?: number;
  /** The time zone in the workflow's settings. Default: n8n's. */
  timezone?: string;
}

export interface Poll {
  /** Items of the first output; undefined where the poll put nothing out. */
  items: INodeExecutionData[] | undefined;
  json: IDataObject[];
  /** The node's static data after the poll. */
  staticData: IDataObject;
  /** Whether n8n noticed a change of it; what it does not notice it never saves. */
  staticDataChanged: boolean;
  /** Warnings of the node in n8n's log. */
  warnings: string[];
  /** Polls once more with the same context, as n8n does without its durable scheduler. */
  again(): Promise<Poll>;
}

const SCHEDULER_BUDGET_MS = 4 * 60_000;

/** Polls a trigger of the built package once, with n8n's own context. What the poll throws is thrown. */
export async function pollNode({
  type,
  parameters,
  credentials,
  staticData,
  hasDurableCursor = false,
  mode = 'trigger',
  isActivation = Object.keys(staticData ?? {}).length === 0,
  workflowId = 'test-workflow',
  budgetMs = isActivation ? undefined : SCHEDULER_BUDGET_MS,
  timezone,
}: PollQuestion): Promise<Poll> {
  await useBinaryDataOnDisk();
  const loaded = await loadPackage();
  const node = describeNode(NODE_NAME, type, parameters, credentials);
  const workflow = workflowOf(loaded, [node], {
    id: workflowId,
    active: mode === 'trigger',
    settings: { timezone },
    // n8n keeps static data as JSON; the key is the node's.
    staticData: staticData && { [`node:${NODE_NAME}`]: copy(staticData) },
  });
  const additionalData = additionalDataFor(loaded, credentials);
  const context = new PollContext(workflow, node, additionalData, mode, 'update');
  const cursor = hasDurableCursor ? copy(staticData ?? {}) : undefined;
  if (cursor) Object.assign(context, { resolveNodeStaticData: () => cursor });
  if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
  const warnings: string[] = [];
  // For this poll alone: n8n has one logger for all, and other polls may be under way.
  const warn = (message: string) => void warnings.push(message);
  const logger = Object.create(context.logger, { warn: { value: warn } }) as typeof context.logger;
  const observed = Object.create(context, { logger: { value: logger } }) as PollContext;
  const after = () => copy(cursor ?? workflow.getStaticData('node', node));
  const poller = new TriggersAndPollers();
  const keep = () => {
    if (!staticData) return;
    for (const key of Object.keys(staticData)) delete staticData[key];
    Object.assign(staticData, after());
  };
  const pollOnce = async (): Promise<Poll> => {
    const polling = poller.runPollFunction(workflow, node, observed);
    const outputs = await (cursor ? polling : polling.finally(keep));
    if (cursor) keep();
    const items = outputs?.[0];
    return {
      items,
      json: (items ?? []).map(({ json }) => json),
      staticData: after(),
      staticDataChanged: workflow.staticData.__dataChanged === true,
      warnings: warnings.splice(0),
      again: pollOnce,
    };
  };
  return await pollOnce();
}

function copy(data: IDataObject): IDataObject {
  return JSON.parse(JSON.stringify(data)) as IDataObject;
}
