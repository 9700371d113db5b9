import { PollContext, TriggersAndPollers } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import {
  createAdditionalData,
  describeNode,
  createWorkflow,
  type TestCredentials,
} from './additionalData';
import { useBinaryDataOnDisk } from './binaryData';
import { loadPackage } from './nodeTypes';

const NODE_NAME = 'Trigger';

export interface PollOptions {
  type: string;
  parameters: INode['parameters'];
  credentials: TestCredentials;
  /** Static data of the node. A poll changes it in place, even if the poll fails, as in n8n. */
  staticData?: IDataObject;
  /**
   * True if n8n's scheduler stores the static data (N8N_POLLER_DURABLE_CURSORS_ENABLED). The poll then gets a copy, which
   * replaces the stored data only if the poll succeeds.
   */
  hasDurableCursor?: boolean;
  /** `manual` is "Fetch Test Event" in the editor. Default: `trigger`. */
  mode?: 'manual' | 'trigger';
  /**
   * True if n8n polls because the workflow is published or n8n starts. Otherwise, n8n's scheduler polls. Default: true if there is
   * no static data.
   */
  isActivation?: boolean;
  /** Polls with the same ID are polls of the same node. Default: the same ID for all polls. */
  workflowId?: string;
  /** Time limit of n8n for a poll. Default, as in n8n: 5 minutes at activation, later 4 minutes. */
  budgetMs?: number;
  /** Time zone in the workflow's settings. Default: n8n's time zone. */
  timezone?: string;
}

export interface Poll {
  /** Items of the first output; undefined if the poll returned none. */
  items: INodeExecutionData[] | undefined;
  json: IDataObject[];
  /** Static data of the node after the poll. */
  staticData: IDataObject;
  /** True if n8n noticed a change of the static data. n8n saves only changes that it notices. */
  staticDataChanged: boolean;
  /** Warnings of the node in n8n's log. */
  warnings: string[];
  /** Polls once more with the same context, as n8n does without its durable scheduler. */
  again(): Promise<Poll>;
}

const SCHEDULER_BUDGET_MS = 4 * 60_000;

/** Polls a trigger of the built package once, with n8n's own context. It throws the error of the poll. */
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
}: PollOptions): Promise<Poll> {
  await useBinaryDataOnDisk();
  const loaded = await loadPackage();
  const node = describeNode(NODE_NAME, type, parameters, credentials);
  const workflow = createWorkflow(loaded, [node], {
    id: workflowId,
    active: mode === 'trigger',
    settings: { timezone },
    // n8n stores static data as JSON, by the name of the node.
    staticData: staticData && { [`node:${NODE_NAME}`]: copy(staticData) },
  });
  const additionalData = createAdditionalData(loaded, credentials);
  const context = new PollContext(workflow, node, additionalData, mode, 'update');
  const cursor = hasDurableCursor ? copy(staticData ?? {}) : undefined;
  if (cursor) Object.assign(context, { resolveNodeStaticData: () => cursor });
  if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
  const warnings: string[] = [];
  // n8n has one logger for all nodes, so only this context gets a logger that collects warnings.
  const warn = (message: string) => void warnings.push(message);
  const logger = Object.create(context.logger, { warn: { value: warn } }) as typeof context.logger;
  const contextWithLogger = Object.create(context, { logger: { value: logger } }) as PollContext;
  const readStaticData = () => copy(cursor ?? workflow.getStaticData('node', node));
  const poller = new TriggersAndPollers();
  const updateStaticData = () => {
    if (!staticData) return;
    for (const key of Object.keys(staticData)) delete staticData[key];
    Object.assign(staticData, readStaticData());
  };
  const pollOnce = async (): Promise<Poll> => {
    const polling = poller.runPollFunction(workflow, node, contextWithLogger);
    const outputs = await (cursor ? polling : polling.finally(updateStaticData));
    if (cursor) updateStaticData();
    const items = outputs?.[0];
    return {
      items,
      json: (items ?? []).map(({ json }) => json),
      staticData: readStaticData(),
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
