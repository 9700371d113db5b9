import type { INode } from 'n8n-workflow';
import {
  runNode,
  startNode,
  type NodeUnderTest,
  type WorkflowRun,
} from '../support/engine/runWorkflow';
import type { TestCredentials } from '../support/engine/additionalData';
import { textsIn } from '../support/textsIn';
import { ChaosPlatform } from './chaosPlatform';
import { judge } from './model/judge';
import type { Problem } from './model/problem';
import { badWords, leaks } from './model/texts';
import { prepare, type ChaosOperation } from './operations';
import type { Plan } from './plan';
import { World } from './world';

/** Longer than any limit of a node: stopping a run may take a minute. */
const MAX_MS = 80_000;

export interface SequenceReport {
  problems: Problem[];
  happened: string[];
  /** Output and error of the node. */
  said: string;
}

export async function playSequence(plan: Plan): Promise<SequenceReport> {
  const world = await World.open(plan.world, `/s${plan.seed}-${Date.now().toString(36)}`);
  const platform = new ChaosPlatform(world, plan.faults);
  const problems: Problem[] = [];
  let said = '';
  try {
    const credentials = credentialsFor(world, await platform.start());
    said = await playOperation(plan, platform, credentials, problems);
  } finally {
    await platform.close();
    await world.close();
  }
  problems.push(...always(platform));
  const happened = platform.happened.map(
    ({ fault, request }) => `${fault.kind} at ${request.route}`,
  );
  return { problems, happened, said };
}

function always({ hasTooManyRequests, harnessErrors }: ChaosPlatform): Problem[] {
  const problems: Problem[] = harnessErrors.map((text) => ({ rule: 'harness', text }));
  if (hasTooManyRequests) problems.push({ rule: 'requests', text: 'more than 15,000' });
  const polluted = Object.keys(Object.prototype);
  if (polluted.length > 0) {
    problems.push({ rule: 'prototype', text: polluted.join(', ') });
    for (const name of polluted) delete (Object.prototype as Record<string, unknown>)[name];
  }
  return problems;
}

async function playOperation(
  plan: Plan,
  platform: ChaosPlatform,
  credentials: TestCredentials,
  problems: Problem[],
): Promise<string> {
  const { operation, cancelAfterMs } = plan;
  const { world } = platform;
  const { parameters, items: prepared } = prepare(operation, world, plan.items);
  const [first] = prepared;
  const items = plan.isShared && first ? prepared.map(() => first) : prepared;
  const node = nodeFor(plan, operation, parameters);
  const running = await startNode(node, credentials, { items });
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
    running.cancel();
  };
  const timer = cancelAfterMs === undefined ? undefined : setTimeout(cancel, cancelAfterMs);
  const limit = setTimeout(() => {
    const { method, path } = platform.requests.at(-1) ?? {};
    problems.push({ rule: 'end', text: `after ${MAX_MS} ms; last: ${method} ${path}` });
    void platform.close();
    cancel();
  }, MAX_MS);
  const result = await running.result;
  clearTimeout(timer);
  clearTimeout(limit);
  await world.settle();

  const texts = textsIn([result.run.data.resultData, result.error]);
  // A setting may have any value.
  const words = operation.node === 'Settings' && !result.error ? [] : badWords(texts);
  const secrets = leaks(texts.all, world.secrets);
  problems.push(
    ...words.slice(0, 3).map((text): Problem => ({ rule: 'words', text })),
    ...secrets.slice(0, 3).map((text): Problem => ({ rule: 'secret', text })),
  );
  if (problems.every(({ rule }) => rule !== 'end')) {
    platform.calm();
    const isRead = operation.kinds.length === 0 && !isCancelled && !result.error;
    const calm = isRead ? await runNode(node, credentials, { items }) : undefined;
    const isOfAll = operation.name.startsWith('project.') && parameters.source === 'items';
    problems.push(
      ...judge({ plan, isCancelled, operation, platform, items, result, calm, isOfAll }),
    );
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

function summary({ outputs, error }: WorkflowRun): string {
  const items = outputs.map(
    (list, index) => `output ${index}: ${list.length} item(s) ${JSON.stringify(list[0]?.json)}`,
  );
  const failure = error && `error: ${error.message} | ${String(error.description)}`;
  return [...items, ...(failure ? [failure] : [])]
    .map((line) => `    ${line.slice(0, 600)}`)
    .join('\n');
}
