/**
 * `npm run test:editor`: the nodes in n8n's real editor, driven by a real browser, next to a sandbox platform.
 * With `-- --pictures` it takes the pictures of the documentation; with other words, only checks or pictures that have one
 * in their name.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bringUp, localOwner, type Running } from '../../start/bringUp';
import { localFolder } from '../../start/paths';
import { freePort } from '../../start/ports';
import { Shutdown } from '../../start/shutdown';
import { launchBrowser } from '../support/browser';
import type { Check, ExecutionCheck } from './check';
import { checks, executionChecks, scheduleChecks, updateChecks } from './checks';
import { Editor } from './editor';
import { takePictures } from './pictures';

const screenshots = join(localFolder, 'screenshots');
const userFolder = join(localFolder, 'editor-test');
const viewport = { width: 1400, height: 900 };
const millisecondsToWait = 30_000;
/** Beside the lane of what needs no editor. */
const EDITOR_LANES = 2;

/** A browser's cookies and storage after the sign-in. */
type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

const { values, positionals: words } = parseArgs({
  options: { pictures: { type: 'boolean' } },
  allowPositionals: true,
});
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
const wantedOf = <Of extends { name: string }>(all: Of[]) =>
  all.filter(({ name }) => isWanted(name));
const wanted = wantedOf(checks);
const wantedSchedules = wantedOf(scheduleChecks);
const wantedExecutions = wantedOf(executionChecks);
const wantedUpdates = wantedOf(updateChecks);

const shutdown = new Shutdown();

async function run(): Promise<number> {
  await rm(userFolder, { recursive: true, force: true });
  await rm(screenshots, { recursive: true, force: true });
  await mkdir(screenshots, { recursive: true });

  if (values.pictures) {
    await takePictures(await openBrowser(), await bringUpLane(0), isWanted);
    return 0;
  }
  const failed = await runChecks();
  console.log(`\nScreenshots are in ${screenshots}`);
  // Once more at the end, where it is found without looking for it.
  for (const name of failed) console.log(`✗ ${name}`);
  const passed =
    [wanted, wantedSchedules, wantedExecutions, wantedUpdates].flat().length - failed.length;
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * Lanes run side by side, each with an n8n and a sandbox: a check waits longer than it works.
 * @returns the names of the checks that failed
 */
async function runChecks(): Promise<string[]> {
  const executions = {
    amount: wantedExecutions.length + wantedUpdates.length,
    // Last the updates: they start n8n anew, with a package that differs.
    run: async (running: Running) =>
      await runEach(running, [...wantedExecutions, ...wantedUpdates]),
  };
  const inEditor = Array.from({ length: EDITOR_LANES }, (_, lane) => {
    const checksOfLane = wanted.filter((_check, at) => at % EDITOR_LANES === lane);
    // They wait for the clock, away from the accidents of the executions.
    const schedules = lane === 0 ? wantedSchedules : [];
    return {
      amount: checksOfLane.length + schedules.length,
      run: async (running: Running) =>
        (
          await Promise.all([
            runEach(running, schedules),
            checksOfLane.length > 0 ? runInEditor(running, checksOfLane) : [],
          ])
        ).flat(),
    };
  });
  // The longest one first.
  const lanes = [executions, ...inEditor];

  const started: Array<Promise<string[]>> = [];
  for (const [at, { amount, run }] of lanes.entries()) {
    // One after the other: the first one builds and installs what all need.
    if (amount > 0) started.push(run(await bringUpLane(at)));
  }
  return (await Promise.all(started)).flat();
}

async function bringUpLane(lane: number): Promise<Running> {
  return await bringUp({
    userFolder: join(userFolder, `${lane}`),
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

async function runInEditor(running: Running, lane: Check[]): Promise<string[]> {
  const browser = await openBrowser();
  const { baseUrl } = running.n8n;
  // One for all, which keeps n8n's scripts: to load them takes as long as most checks.
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(millisecondsToWait);
  const first = new Editor(await context.newPage(), baseUrl, screenshots);
  await first.signIn(localOwner);
  await first.screenshot('home');
  const signedIn = await context.storageState();

  const failed: string[] = [];
  for (const check of lane) {
    const editor = new Editor(await freshPage(context, baseUrl, signedIn), baseUrl, screenshots);
    const succeeded = await passes(check.name, async () => {
      await editor.newWorkflow();
      await check.run(editor, running);
    });
    if (succeeded) continue;
    failed.push(check.name);
    await editor.screenshot(`failed-${checks.indexOf(check) + 1}`).catch(() => undefined);
  }
  await context.close();
  return failed;
}

async function runEach(running: Running, all: ExecutionCheck[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run: check } of all) {
    if (!(await passes(name, async () => await check(running)))) failed.push(name);
  }
  return failed;
}

/** The only page of the browser, which keeps what is open in the editor: a check is not to see what the one before it left. */
async function freshPage(
  context: BrowserContext,
  baseUrl: string,
  { cookies, origins }: SignedIn,
): Promise<Page> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.clearCookies();
  await context.addCookies(cookies);
  await page.goto(`${baseUrl}/favicon.ico`);
  await page.evaluate(
    (entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    origins.flatMap(({ localStorage }) => localStorage),
  );
  return page;
}

async function passes(name: string, check: () => Promise<void>): Promise<boolean> {
  const started = Date.now();
  try {
    await check();
    console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`✗ ${name}\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`);
    return false;
  }
}

void shutdown.exitAfter(run());
