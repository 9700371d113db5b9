import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildCredentials, type Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { alertPictures } from './alerts';
import { credentialPictures } from './credentialPictures';
import { signIn, type Editor } from './editor';
import { fromHttpRequestPictures } from './fromHttpRequest';
import { chosenPictures, nodePictures } from './nodePictures';
import { openPanel, panelViewport } from './oneNode';
import { panels } from '../pictures/panels';
import { reportPageOf, reportPictures } from '../pictures/reportPages';
import { keepTaken } from '../pictures/taken';

const images = join(projectRoot, 'docs', 'images');

interface Picture {
  /** Path below docs/images, without extension. */
  name: string;
  /** Prepares the picture in an editor. */
  take(editor: Editor, running: Running): Promise<void>;
}

interface PictureGroup {
  options: BrowserContextOptions;
  pictures: Picture[];
  /** Saves the picture. Default: a picture of the whole window. */
  save?(editor: Editor, path: string): Promise<void>;
}

// The README shows this picture about 1,000 pixels wide. More pixels make the text sharp.
const readme = { viewport: { width: 1150, height: 600 }, deviceScaleFactor: 1.5 };
// There are many of these pictures, so each file must be small.
const gallery = { viewport: { width: 1000, height: 620 } };
// The editor renders only the visible fields, and some pictures need to drag them.
const wide = { viewport: { width: 1400, height: 900 } };
const panel = { viewport: panelViewport };

const darkPanels = ['projects', 'conf-files-trigger'];

const canvasOnly = async (editor: Editor, path: string) => await editor.canvas.takePicture(path);

const listGroups = ({ workflows }: Running): PictureGroup[] => [
  {
    options: readme,
    pictures: [{ name: 'editor', take: takeReadmePicture }],
    save: canvasOnly,
  },
  {
    options: gallery,
    pictures: [...workflows.map(pictureCanvas), ...fromHttpRequestPictures],
    save: canvasOnly,
  },
  ...(['light', 'dark'] as const).map((colorScheme) => ({
    options: { ...panel, colorScheme },
    pictures: listPanelPictures(colorScheme),
    save: async (editor: Editor, path: string) => await editor.node.takePicture(path),
  })),
  { options: panel, pictures: chosenPictures },
  { options: wide, pictures: [...alertPictures, ...nodePictures] },
  {
    options: { viewport: { ...panelViewport, height: 1100 } },
    pictures: credentialPictures,
    save: async (editor, path) => await editor.credential.takePicture(path),
  },
];

export async function takePictures(
  browser: Browser,
  running: Running,
  isWanted: (picture: string) => boolean,
): Promise<void> {
  await renameCredentials(running);
  const open = await signIn(browser, running);
  for (const { options, pictures, save } of listGroups(running)) {
    for (const { name, take } of pictures.filter((picture) => isWanted(picture.name))) {
      const editor = await open(options);
      await take(editor, running);
      await editor.node.clearMessages();
      // Wait until animations have ended.
      await editor.page.waitForTimeout(1_000);
      const path = join(images, `${name}.png`);
      await (save ? save(editor, path) : editor.takePicture(path));
      await keepTaken(`${name}.png`);
      await editor.page.context().close();
    }
  }
}

/** Takes the pictures of reports, which need no editor. */
export async function takeReportPictures(
  browser: Browser,
  isWanted: (picture: string) => boolean,
): Promise<void> {
  for (const name of reportPictures.filter(isWanted)) {
    const page = await browser.newPage({ viewport: { width: 840, height: 300 } });
    await page.setContent((await reportPageOf(`${name}.png`)) ?? '');
    await page.screenshot({ path: join(images, `${name}.png`), fullPage: true });
    await keepTaken(`${name}.png`);
    await page.close();
  }
}

/** Renames the credentials to the names that n8n gives to new credentials, because readers of the docs have no sandbox. */
async function renameCredentials({ api, sandbox }: Running): Promise<void> {
  const names = new Map([
    ['dataPlatformApi', 'Data Platform account'],
    ['dataPlatformUploadTokenApi', 'Data Platform Upload Token account'],
    ['dataPlatformKubernetesApi', 'Data Platform Kubernetes account'],
  ]);
  const saved = await api.listCredentials();
  for (const { name, type, data } of buildCredentials(sandbox)) {
    const id = saved.find((credential) => credential.name === name)?.id;
    const newName = names.get(type);
    if (newName) await api.request('PATCH', `/credentials/${id}`, { name: newName, type, data });
  }
}

/** Prepares the picture of the README: a ready-made workflow after it ran. */
async function takeReadmePicture(editor: Editor): Promise<void> {
  await editor.openWorkflow('runAJob000000001');
  await editor.executeWorkflow();
  await editor.canvas.zoomToFit();
}

const pictureCanvas = ({ id, name }: { id: string; name: string }): Picture => ({
  name: `workflows/${name.toLowerCase().replaceAll(' ', '-')}`,
  async take(editor) {
    await editor.openWorkflow(id);
    await editor.canvas.zoomToFit();
  },
});

const listPanelPictures = (colorScheme: 'light' | 'dark'): Picture[] =>
  panels
    .filter(({ page }) => colorScheme === 'light' || darkPanels.includes(page))
    .map((entry) => ({
      name: `nodes/${entry.page}${colorScheme === 'light' ? '' : '-dark'}`,
      take: async (editor, running) => await openPanel(editor, running, entry),
    }));
