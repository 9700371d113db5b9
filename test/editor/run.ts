/**
 * Runs `npm run test:editor`: checks of the nodes in n8n's real editor, with a real browser and a sandbox platform. With
 * `-- --short`, it runs the checks that each change has to pass. With `-- --pictures`, it takes the pictures of the documentation.
 * With other words, it runs only checks, or takes only pictures, that have one of the words in their name.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import type { Running } from '../../start/bringUp';
import { localFolder } from '../../start/paths';
import { Shutdown } from '../../start/shutdown';
import { launchBrowser } from '../support/browser';
import { buildNameFilter, runChecks, summarize, type Outcome } from '../support/checks';
import { startRealN8n } from '../support/realN8n';
import type { EditorCheck, ExecutionCheck } from './check';
import { fromHttpRequestChecks } from './checks/fromHttpRequest';
import { inEditorChecks } from './checks/inEditor';
import { pullRequestChecks } from './checks/pullRequests';
import { updateChecks } from './checks/update';
import { webhookChecks } from './checks/webhooks';
import { readyMadeChecks } from './checks/workflows';
import { signIn } from './editor';
import { nameChecks } from './n8nWords';
import { takePictures, takeReportPictures } from './pictures';
import { clickChecks } from './tasks';

const CHECKS: EditorCheck[] = [...inEditorChecks, ...clickChecks];

const EXECUTION_CHECKS: ExecutionCheck[] = [
  ...nameChecks,
  ...readyMadeChecks,
  ...webhookChecks,
  ...pullRequestChecks,
  ...fromHttpRequestChecks,
  // These checks come last, because they restart n8n with a changed package.
  ...updateChecks,
];

const screenshots = join(localFolder, 'screenshots');

const { values, positionals: words } = parseArgs({
  options: { pictures: { type: 'boolean' }, short: { type: 'boolean' } },
  allowPositionals: true,
});
const isWanted = buildNameFilter(words);
const shutdown = new Shutdown();

async function run(): Promise<number> {
  if (values.pictures) {
    const browser = await openBrowser();
    await takeReportPictures(browser, isWanted);
    await takePictures(browser, await bringUpLane('pictures'), isWanted);
    return 0;
  }
  await rm(screenshots, { recursive: true, force: true });
  const selectChecks = <C extends EditorCheck | ExecutionCheck>(checks: C[]) =>
    checks.filter(({ name, isShort }) => isWanted(name) && (isShort || !values.short));
  const outcomes = await runLanes(selectChecks(CHECKS), selectChecks(EXECUTION_CHECKS));
  console.log(`\nScreenshots are in ${screenshots}`);
  return summarize(outcomes);
}

/**
 * Runs short checks in one n8n. Other checks run in several lanes at the same time, each with an n8n and a sandbox, because checks
 * mostly wait.
 */
async function runLanes(checks: EditorCheck[], executed: ExecutionCheck[]): Promise<Outcome[]> {
  if (values.short) {
    const running = await bringUpLane('short');
    return [...(await runExecuted(running, executed)), ...(await runInEditor(running, checks))];
  }
  const started: Array<Promise<Outcome[]>> = [];
  // The first lane builds the package and installs n8n for all lanes, so the others start after it.
  if (executed.length > 0) started.push(runExecuted(await bringUpLane('executed'), executed));
  for (const part of [0, 1]) {
    const lane = checks.filter((_, at) => at % 2 === part);
    if (lane.length > 0) started.push(runInEditor(await bringUpLane(`editor-${part}`), lane));
  }
  return (await Promise.all(started)).flat();
}

async function bringUpLane(lane: string): Promise<Running> {
  return await startRealN8n(join('editor-test', lane), shutdown, { playsSchedules: true });
}

async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  shutdown.addCleanup(() => browser.close());
  return browser;
}

async function runExecuted(running: Running, lane: ExecutionCheck[]): Promise<Outcome[]> {
  return await runChecks(lane, async (check) => await check.run(running));
}

async function runInEditor(running: Running, lane: EditorCheck[]): Promise<Outcome[]> {
  // The pages of a browser share a clipboard, so each lane has its own browser.
  const open = await signIn(await openBrowser(), running);
  return await runChecks(lane, async ({ name, run: check }) => {
    const editor = await open({ viewport: { width: 1400, height: 900 } });
    let prefix = 'failed ';
    try {
      await editor.newWorkflow();
      await check(editor, running);
      prefix = '';
    } finally {
      const file = `${prefix}${name.replace(/[^\w ]/g, '').slice(0, 60)}.png`;
      await editor.takePicture(join(screenshots, file)).catch(() => undefined);
      await editor.page.context().close();
    }
  });
}

void shutdown.exitAfter(run());
