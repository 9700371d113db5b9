import type { INode } from 'n8n-workflow';
import {
  runNode,
  startNode,
  type NodeUnderTest,
  type WorkflowRun,
} from '../support/engine/runWorkflow';
import type { TestCredentials } from '../support/engine/additionalData';
import { lagMeter } from './lag';
import { judge } from './model/judge';
import type { Problem } from './model/problem';
import { badWords, leaks } from './model/texts';
import { textsIn } from '../support/textsIn';
import { prepare, type ChaosOperation } from './operations';
import { ChaosPlatform } from './chaosPlatform';
import type { ChaosServer } from './server';
import { World } from './world';
import type { Plan } from './plan';
import { pollSequence } from './pollSequence';

/** Longer than anything bounded takes here: a run that was told to stop may take a minute. */
const MAX_MS = 80_000;
/** An endless listing takes 10,000 requests a walk. */
const MAX_REQUESTS = 15_000;
const MAX_REQUESTS_OF_WALKS = 100_000;
const CANCEL_TAKES_MS = 1_500;
/** What was sent before the cancel may still be on its way in. */
const ON_ITS_WAY_MS = 300;

export interface SequenceReport {
  problems: Problem[];
  happened: string[];
  requests: number;
  tookMs: number;
  /** What the node said, for people. */
  said: string;
}

/** Plays one sequence at a server. */
export async function playSequence(plan: Plan, server: ChaosServer): Promise<SequenceReport> {
  const report = await playOnce(plan, server);
  const hasFailed = report.problems.some(({ rule }) => rule === 'survived');
  if (!hasFailed || plan.world.generation === 'recent') return report;
  // What older platforms cannot do fails without any accident.
  const calm = await playOnce({ ...plan, accidents: [] }, server);
  if (calm.problems.every(({ rule }) => rule !== 'survived')) return report;
  return { ...report, problems: report.problems.filter(({ rule }) => rule !== 'survived') };
}

async function playOnce(plan: Plan, server: ChaosServer): Promise<SequenceReport> {
  const startedMs = Date.now();
  const basePath = `/s${plan.seed}-${startedMs.toString(36)}`;
  const world = await World.open(plan.world, basePath);
  const walksFarther = plan.trigger !== undefined || plan.world.listing !== 'plain';
  const mostRequests = walksFarther ? MAX_REQUESTS_OF_WALKS : MAX_REQUESTS;
  const platform = new ChaosPlatform(world, plan.accidents, mostRequests);
  const baseUrl = server.admit(basePath, platform);
  const problems: Problem[] = [];
  const credentials = credentialsFor(world, baseUrl);
  let said = '';
  try {
    if (plan.trigger) {
      problems.push(...(await pollSequence(plan, plan.trigger, platform, credentials)));
    } else if (plan.operation) {
      said = await playOperation(plan, plan.operation, platform, credentials, problems);
    }
  } finally {
    platform.close();
    server.leave(platform.happened.some(({ accident }) => accident.kind === 'silence'));
    await world.close();
  }
  problems.push(...always(platform, mostRequests));
  return {
    problems,
    happened: platform.happened.map(
      ({ accident, request }) => `${accident.kind} at ${request.route}`,
    ),
    requests: platform.requests.length,
    tookMs: Date.now() - startedMs,
    said,
  };
}

/** What holds for all sequences. */
function always({ requests, faults }: ChaosPlatform, mostRequests: number): Problem[] {
  const problems: Problem[] = faults.map((text) => ({ rule: 'harness', text }));
  if (requests.length > mostRequests) {
    problems.push({ rule: 'requests', text: `more than ${mostRequests}` });
  }
  const polluted = Object.keys(Object.prototype);
  if (polluted.length > 0) {
    problems.push({ rule: 'prototype', text: polluted.join(', ') });
    for (const name of polluted) delete (Object.prototype as Record<string, unknown>)[name];
  }
  return problems;
}

async function playOperation(
  plan: Plan,
  operation: ChaosOperation,
  platform: ChaosPlatform,
  credentials: TestCredentials,
  problems: Problem[],
): Promise<string> {
  const { world } = platform;
  const { parameters, items: prepared } = prepare(operation, world, plan);
  const [first] = prepared;
  const items = plan.isShared && first ? prepared.map(() => first) : prepared;
  const node = nodeFor(plan, operation, parameters);
  const running = await startNode(node, credentials, { items });
  let cancelledMs: number | undefined;
  const cancelTimer =
    plan.cancelAfterMs === undefined
      ? undefined
      : setTimeout(() => {
          cancelledMs = Date.now();
          running.cancel();
        }, plan.cancelAfterMs);
  const limit = setTimeout(() => {
    const last = platform.requests.at(-1);
    problems.push({
      rule: 'end',
      text: `after ${MAX_MS} ms; last: ${last?.method} ${last?.path.slice(0, 100)}`,
    });
    platform.close();
    running.cancel();
  }, MAX_MS);
  const result = await running.result;
  const endedMs = Date.now();
  clearTimeout(cancelTimer);
  clearTimeout(limit);
  await world.settle();
  if (cancelledMs !== undefined)
    problems.push(...afterCancel(platform, operation, cancelledMs, endedMs));

  const texts = textsIn([result.run.data.resultData, result.error]);
  // A setting is put out as it came, whatever it is.
  const words = operation.node === 'Settings' && !result.error ? [] : badWords(texts);
  const secrets = leaks(texts.all, world.secrets);
  problems.push(
    ...words.slice(0, 3).map((text): Problem => ({ rule: 'words', text })),
    ...secrets.slice(0, 3).map((text): Problem => ({ rule: 'secret', text })),
  );
  if (problems.every(({ rule }) => rule !== 'end')) {
    // A cancel that came when all was done was none.
    const judged = cancelledMs === undefined ? { ...plan, cancelAfterMs: undefined } : plan;
    platform.calm();
    const isPlain = plan.world.listing === 'plain' && !plan.world.ignoresSkip;
    const isRead = operation.kinds.length === 0 && cancelledMs === undefined && !result.error;
    const calm = isRead && isPlain ? await runNode(node, credentials, { items }) : undefined;
    const isOfAll = operation.name.startsWith('project.') && parameters.source === 'items';
    problems.push(...judge({ plan: judged, operation, platform, items, result, calm, isOfAll }));
  }
  return summary(result);
}

function nodeFor(
  plan: Plan,
  { name, node, call }: ChaosOperation,
  given: INode['parameters'],
): NodeUnderTest {
  const [resource, operation] = name.split('.');
  const settings: Partial<INode> = { ...call.settings, onError: plan.onError };
  if (plan.tries > 1)
    Object.assign(settings, { retryOnFail: true, maxTries: plan.tries, waitBetweenTries: 1 });
  const type = `n8n-nodes-data-platform.dataPlatform${node}`;
  return { type, parameters: { ...given, resource, operation } as never, settings };
}

function credentialsFor({ sandbox, options }: World, baseUrl: string) {
  return {
    dataPlatformApi: { ...sandbox.credentials, baseUrl, catalogAddress: 'auto' },
    dataPlatformKubernetesApi: {
      ...sandbox.clusterCredentials,
      apiServer: `${baseUrl}/kubernetes`,
    },
    dataPlatformUploadTokenApi: {
      ...sandbox.uploadCredentials,
      baseUrl,
      localAddress: baseUrl,
      uploadFormat: options.generation === 'middle' ? 'binary' : 'multipart',
    },
  };
}

function afterCancel(
  { requests }: ChaosPlatform,
  { isRepeatable }: ChaosOperation,
  cancelledMs: number,
  endedMs: number,
): Problem[] {
  const lagMs = lagMeter.since(cancelledMs);
  const problems: Problem[] = [];
  const tookMs = endedMs - cancelledMs;
  if (tookMs > CANCEL_TAKES_MS + 2 * lagMs)
    problems.push({ rule: 'cancel', text: `it returned after ${tookMs} ms` });
  if (isRepeatable) return problems;
  const begun = requests.filter(
    ({ route, atMs, text }) =>
      route === 'mutation' &&
      !text.includes('stop') &&
      atMs > cancelledMs + ON_ITS_WAY_MS + 2 * lagMs,
  );
  if (begun.length > 0)
    problems.push({ rule: 'cancel', text: `${begun.length} changes were sent after it` });
  return problems;
}

function summary({ outputs, error }: WorkflowRun): string {
  const items = outputs.map(
    (list, index) => `output ${index}: ${list.length} item(s) ${shorten(list[0]?.json)}`,
  );
  const failure = error && `error: ${error.message} | ${String(error.description)}`;
  return [...items, ...(failure ? [failure] : [])]
    .map((line) => `    ${line.slice(0, 600)}`)
    .join('\n');
}

function shorten(json: unknown): string {
  return (JSON.stringify(json) ?? '').slice(0, 300);
}
