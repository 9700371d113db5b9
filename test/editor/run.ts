/**
 * `npm run test:editor`: the nodes in n8n's real editor, driven by a real browser, next to a sandbox platform.
 * With `-- --short` it runs the checks that each change has to pass; with `-- --pictures` it takes the pictures of the
 * documentation; with other words, only checks or pictures that have one in their name.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { bringUp, type Running } from '../../start/bringUp';
import { localFolder } from '../../start/paths';
import { freePort } from '../../start/ports';
import { Shutdown } from '../../start/shutdown';
import { launchBrowser } from '../support/browser';
import { isNamedBy, passes } from '../support/checks';
import type { Check, ExecutionCheck } from './check';
import { checks, executionChecks } from './checks';
import { takePictures, takeReportPictures } from './pictures';
import { signedIn, type OpenEditor } from './signedIn';

const screenshots = join(localFolder, 'screenshots');
const userFolder = join(localFolder, 'editor-test');
const viewport = { width: 1400, height: 900 };

const { values, positionals: words } = parseArgs({
  options: { pictures: { type: 'boolean' }, short: { type: 'boolean' } },
  allowPositionals: true,
});
const isWanted = isNamedBy(words);
const wantedOf = <Of extends { name: string }>(all: Of[]) =>
  all.filter(({ name }) => isWanted(name));

const shutdown = new Shutdown();

async function run(): Promise<number> {
  await rm(userFolder, { recursive: true, force: true });
  await rm(screenshots, { recursive: true, force: true });
  if (values.pictures) {
    const browser = await openBrowser();
    await takeReportPictures(browser, isWanted);
    await takePictures(browser, await bringUpLane('pictures'), isWanted);
    return 0;
  }
  const results = values.short ? await runShort() : (await runLanes()).flat();
  console.log(`\nScreenshots are in ${screenshots}`);
  // Once more at the end, where it is found without looking for it.
  const failed = results.filter(({ isPassed }) => !isPassed);
  for (const { name } of failed) console.log(`✗ ${name}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

/** Runs the short checks one after the other, in one n8n. */
async function runShort() {
  const running = await bringUpLane('short');
  const executed = await runExecuted(
    running,
    executionChecks.filter(({ isShort }) => isShort),
  );
  const open = await signedIn(await openBrowser(), running);
  const inEditor = await runInEditor(
    open,
    running,
    checks.filter(({ isShort }) => isShort),
  );
  return [...executed, ...inEditor];
}

/** Lanes run side by side, each with an n8n and a sandbox: a check waits longer than it works. */
async function runLanes() {
  const inEditor = wantedOf(checks);
  const executed = wantedOf(executionChecks);
  const started = [];
  // One lane after the other: the first one builds and installs what all need, and takes longest.
  if (executed.length > 0) started.push(runExecuted(await bringUpLane('executed'), executed));
  for (const part of [0, 1]) {
    const lane = inEditor.filter((_, at) => at % 2 === part);
    if (lane.length === 0) continue;
    const running = await bringUpLane(`editor-${part}`);
    const open = await signedIn(await openBrowser(), running);
    started.push(runInEditor(open, running, lane));
  }
  return await Promise.all(started);
}

async function bringUpLane(lane: string): Promise<Running> {
  return await bringUp({
    userFolder: join(userFolder, lane),
    n8nPort: await freePort(),
    sandboxPort: await freePort(),
    say: console.log,
    later: (cleanup) => shutdown.later(cleanup),
    sandboxOptions: { playsSchedules: true },
  });
}

/** Each lane has its own: all pages of a browser have one clipboard. */
async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  shutdown.later(() => browser.close());
  return browser;
}

async function runInEditor(open: OpenEditor, running: Running, lane: Check[]) {
  const results = [];
  for (const { name, run: check } of lane) {
    const editor = await open({ viewport });
    const isPassed = await passes(name, async () => {
      await editor.newWorkflow();
      await check(editor, running);
    });
    const file = `${isPassed ? '' : 'failed '}${name.replace(/[^\w ]/g, '').slice(0, 60)}.png`;
    await editor.picture(join(screenshots, file)).catch(() => undefined);
    await editor.page.context().close();
    results.push({ name, isPassed });
  }
  return results;
}

async function runExecuted(running: Running, lane: ExecutionCheck[]) {
  const results = [];
  for (const { name, run: check } of lane) {
    results.push({ name, isPassed: await passes(name, async () => await check(running)) });
  }
  return results;
}

void shutdown.exitAfter(run());
