import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { credentialsFor, localOwner, type Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { alertPictures } from './alerts';
import { throughClusterPictures } from './checks/throughCluster';
import { credentialPictures } from './credentialPictures';
import { orderPictures } from './order';
import { Editor } from './editor';
import { firstProjectPictures } from './firstProject';
import { fromHttpRequestPictures } from './fromHttpRequest';
import { openPanel, panelViewport, savePanels } from './panels';
import { panels } from '../pictures/panels';
import { quickStartPictures } from './quickStart';
import {
  chosenPictures,
  fileOfProjectPictures,
  projectPictures,
  reportPictures,
  runPictures,
} from './nodePictures';
import { taskPictures } from './tasks';
import { keepTaken } from '../pictures/taken';

const images = join(projectRoot, 'docs', 'images');
const deviceScaleFactor = 1.5;
// Shown some 1000 points wide: small enough to read, with more points than that for sharp letters.
const readmeViewport = { width: 1150, height: 800 };
// Wide and flat as workflows are; there are many, so each is to be small.
const galleryViewport = { width: 1000, height: 620 };

// The editor draws only the fields in view, and some are dragged from there.
const wideViewport = { width: 1400, height: 900 };

/** Those that tell something else in the dark. */
const darkPanels = ['projects', 'conf-files-trigger'];

type IsWanted = (picture: string) => boolean;

/** Takes the pictures of the documentation that are wanted. */
export async function takePictures(
  browser: Browser,
  running: Running,
  isWanted: IsWanted,
): Promise<void> {
  await nameCredentials(running);
  const open = async (folder: string, options: BrowserContextOptions) => {
    await mkdir(join(images, folder), { recursive: true });
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const editor = new Editor(page, running.n8n.baseUrl, join(images, folder));
    await editor.signIn(localOwner);
    return editor;
  };
  if (isWanted('editor')) {
    const editor = await open('.', { viewport: readmeViewport, deviceScaleFactor });
    await takeReadmePicture(editor);
    await keepTaken('editor.png');
  }
  await takeWorkflows(
    async () => await open('workflows', { viewport: galleryViewport }),
    running,
    isWanted,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await takePanels(
      async () => await open('nodes', { viewport: panelViewport, colorScheme }),
      running,
      colorScheme === 'light'
        ? isWanted
        : (picture) => darkPanels.includes(picture) && isWanted(picture),
      colorScheme === 'light' ? '' : '-dark',
    );
  }
  const flows = [
    { folder: 'quick-start', pictures: quickStartPictures, viewport: panelViewport },
    { folder: 'alerts', pictures: alertPictures, viewport: wideViewport },
    { folder: 'cluster', pictures: throughClusterPictures, viewport: panelViewport },
    { folder: 'first-project', pictures: firstProjectPictures, viewport: wideViewport },
    {
      folder: 'runs',
      pictures: [...runPictures, ...orderPictures],
      viewport: wideViewport,
    },
    { folder: 'chosen', pictures: chosenPictures, viewport: panelViewport },
    {
      folder: 'projects',
      pictures: projectPictures,
      viewport: wideViewport,
    },
    { folder: 'report', pictures: reportPictures, viewport: wideViewport },
    {
      folder: 'projects-as-code',
      pictures: [...taskPictures, ...fileOfProjectPictures],
      viewport: wideViewport,
    },
  ];
  for (const { folder, pictures, viewport } of flows) {
    for (const { name, take } of pictures.filter((picture) => isWanted(picture.name))) {
      const editor = await open(folder, { viewport });
      await take(editor, running);
      await editor.node.messagesGone();
      // What slides in or turns has come to rest.
      await editor.page.waitForTimeout(1_000);
      await editor.screenshot(name);
      await keepTaken(`${folder}/${name}.png`);
      await editor.page.context().close();
    }
  }
  for (const { name, take } of fromHttpRequestPictures.filter(({ name }) => isWanted(name))) {
    const editor = await open('from-http-request', { viewport: galleryViewport });
    await take(editor, running);
    await editor.canvas.picture(name);
    await keepTaken(`from-http-request/${name}.png`);
    await editor.page.context().close();
  }
  for (const { name, take } of credentialPictures.filter((picture) => isWanted(picture.name))) {
    const editor = await open('credentials', { viewport: panelViewport });
    await take(editor, running);
    await editor.credential.picture(name);
    await keepTaken(`credentials/${name}.png`);
    await editor.page.context().close();
  }
}

/** A reader has no sandbox: the credentials are called as n8n calls a new one. */
async function nameCredentials({ api, sandbox }: Running): Promise<void> {
  const names = new Map([
    ['dataPlatformApi', 'Data Platform account'],
    ['dataPlatformUploadTokenApi', 'Data Platform Upload Token account'],
    ['dataPlatformKubernetesApi', 'Data Platform Kubernetes account'],
  ]);
  const saved = await api.listCredentials();
  for (const { name, type, data } of credentialsFor(sandbox)) {
    const id = saved.find((one) => one.name === name)?.id;
    const newName = names.get(type);
    if (newName) await api.request('PATCH', `/credentials/${id}`, { name: newName, type, data });
  }
}

/** A ready-made workflow after it ran, with the output of its last node. */
async function takeReadmePicture(editor: Editor): Promise<void> {
  await editor.openWorkflow('runAJob000000001');
  await editor.executeWorkflow();
  await editor.canvas.showLogs();
  // Away from what shows a tooltip or buttons.
  await editor.page.mouse.move(400, 32);
  await editor.page.waitForTimeout(500);
  await editor.screenshot('editor');
  await editor.page.context().close();
}

/** The canvas of each ready-made workflow, for docs/workflows.md. */
async function takeWorkflows(
  open: () => Promise<Editor>,
  { workflows }: Running,
  isWanted: IsWanted,
): Promise<void> {
  const wanted = workflows
    .map(({ id, name }) => ({ id, picture: name.toLowerCase().replaceAll(' ', '-') }))
    .filter(({ picture }) => isWanted(picture));
  if (wanted.length === 0) return;
  const editor = await open();
  for (const { id, picture } of wanted) {
    await editor.openWorkflow(id);
    await editor.canvas.zoomToFit();
    await editor.canvas.picture(picture);
    await keepTaken(`workflows/${picture}.png`);
  }
  await editor.page.context().close();
}

/** The panel of each node, for its page. */
async function takePanels(
  open: () => Promise<Editor>,
  running: Running,
  isWanted: IsWanted,
  ending: string,
): Promise<void> {
  const wanted = panels.filter(({ page }) => isWanted(page));
  if (wanted.length === 0) return;
  const editor = await open();
  await editor.openWorkflow(await savePanels(running));
  await editor.canvas.zoomToFit();
  for (const panel of wanted) {
    await openPanel(editor, panel);
    await editor.node.picture(`${panel.page}${ending}`);
    await keepTaken(`nodes/${panel.page}${ending}.png`);
    await editor.node.close();
  }
  await editor.page.context().close();
}
