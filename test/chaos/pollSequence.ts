import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../support/random';
import { ActiveTrigger } from '../support/engine/activeTrigger';
import type { TestCredentials } from '../support/engine/additionalData';
import type { Problem } from './model/problem';
import { isFalsified, isSurvivable } from './model/survival';
import { badWords, leaks } from './model/texts';
import { textsIn } from '../support/textsIn';
import type { ChaosPlatform } from './chaosPlatform';
import type { Plan } from './plan';
import type { ChaosTrigger } from './triggers';

const POLLS = 4;
const MAX_POLL_MS = 40_000;
/** So long a platform is believed that it does not tell its schema. */
const REFUSAL_BELIEVED_MS = 3_300;

/** Polls a trigger while entities happen and go wrong, then until everything has been told. */
export async function pollSequence(
  { seed, world: options }: Plan,
  trigger: ChaosTrigger,
  platform: ChaosPlatform,
  credentials: TestCredentials,
): Promise<Problem[]> {
  const { world } = platform;
  const random = randomNumbers(seed + 17);
  const parameters = trigger.prepare(world);
  const type = trigger.credential;
  const active = new ActiveTrigger({
    type: trigger.type,
    parameters,
    credentials: { [type]: credentials[type] ?? {} },
  });
  const problems: Problem[] = [];
  const wanted: string[] = [];
  const told: string[] = [];
  let isActive = false;
  let hasFailed = false;
  for (let poll = 0; poll < POLLS + 2; poll++) {
    if (poll >= POLLS) platform.calm();
    if (poll === POLLS && hasFailed) await sleep(REFUSAL_BELIEVED_MS);
    // What happens before the first poll that goes well is nobody's event.
    if (isActive && poll < POLLS) wanted.push(...trigger.happen(world, random));
    try {
      const polled = await inTime(isActive ? active.poll() : active.activate());
      isActive = true;
      told.push(...polled.json.map((json) => trigger.told(json)));
      problems.push(...wordsAndSecrets(polled, platform));
    } catch (error) {
      hasFailed = true;
      problems.push(...wordsAndSecrets(error, platform));
      const isCalm = poll >= POLLS;
      if (options.listing === 'plain' && (isCalm || isSurvivable(platform.happened))) {
        const rule = isCalm ? 'events' : 'survived';
        problems.push({ rule, text: `poll ${poll} failed: ${String(error).slice(0, 300)}` });
      }
    }
  }
  // A file that is listed and then not found is one that has gone meanwhile.
  const isMissed = platform.happened.some(
    ({ accident, request }) =>
      accident.kind === 'refusal' && accident.status === 404 && request.route === 'file',
  );
  const isLying =
    isMissed ||
    isFalsified(platform.happened) ||
    options.listing !== 'plain' ||
    options.ignoresSkip;
  if (!isLying) problems.push(...different(wanted, told));
  // What has another identifier for once is something else; a file that reads otherwise for once has changed twice.
  const isDamaged = platform.happened.some(({ accident }) => accident.kind === 'damage');
  const mayRepeat = isDamaged || (isLying && type === 'dataPlatformUploadTokenApi');
  return mayRepeat ? problems : [...problems, ...twice(told)];
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The poll came to no end')), MAX_POLL_MS);
  });
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function wordsAndSecrets(from: unknown, { world }: ChaosPlatform): Problem[] {
  const texts = textsIn(from);
  return [
    ...badWords(texts).map((text): Problem => ({ rule: 'words', text })),
    ...leaks(texts.all, world.secrets).map((text): Problem => ({ rule: 'secret', text })),
  ].slice(0, 3);
}

const eventProblems = (texts: string[]): Problem[] =>
  texts.slice(0, 3).map((text) => ({ rule: 'events', text }));

function twice(told: string[]): Problem[] {
  const doubled = told.filter((event, index) => told.indexOf(event) !== index);
  return eventProblems(doubled.map((event) => `told twice: ${event}`));
}

function different(wanted: string[], told: string[]): Problem[] {
  const missing = wanted.filter((event) => !told.includes(event));
  const invented = told.filter((event) => !wanted.includes(event));
  return eventProblems([
    ...missing.map((event) => `not told: ${event}`),
    ...invented.map((event) => `invented: ${event}`),
  ]);
}
