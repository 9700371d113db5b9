import { selectors, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { localOwner, type Running } from '../../start/bringUp';
import { Canvas } from './canvas';
import { CredentialDialog } from './credentialDialog';
import { NodeCreator } from './nodeCreator';
import { NodePanel } from './nodePanel';
import { EditorPart } from './editorPart';

/** Is high, because a page of the editor needs ten seconds on a slow CPU core, which may also have other work. */
const MAX_WAIT_MS = 120_000;

/** Signs in once. @returns function that opens an editor with a browser storage of its own */
export async function signIn(browser: Browser, { n8n }: Running) {
  selectors.setTestIdAttribute('data-test-id');
  const open = async (options: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(MAX_WAIT_MS);
    return new Editor(await context.newPage(), n8n.baseUrl);
  };
  const { page } = await open({});
  await page.goto(`${n8n.baseUrl}/signin`);
  await page.locator('input[name=emailOrLdapLoginId]').fill(localOwner.email);
  await page.locator('input[name=password]').fill(localOwner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/home\//);
  await page.getByText('Run a job').first().waitFor();
  const storageState = await page.context().storageState();
  await page.context().close();
  return async (options: BrowserContextOptions) => await open({ ...options, storageState });
}

/** Actions of a user in n8n's editor. */
export class Editor extends EditorPart {
  readonly canvas: Canvas;
  readonly creator: NodeCreator;
  readonly node: NodePanel;
  readonly credential: CredentialDialog;

  constructor(
    page: Page,
    private readonly baseUrl: string,
  ) {
    super(page);
    this.canvas = new Canvas(page);
    this.node = new NodePanel(page);
    this.creator = new NodeCreator(page, this.node);
    this.credential = new CredentialDialog(page);
  }

  async openWorkflow(id: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/workflow/${id}`);
    await this.part('canvas-node').first().waitFor();
  }

  async openWorkflows(): Promise<void> {
    await this.page.goto(`${this.baseUrl}/home/workflows`);
  }

  /** Opens a workflow from the list, which loads less than opening its address. */
  async pickWorkflow(name: string): Promise<void> {
    await this.part('workflow-card-name')
      .and(this.page.getByText(name, { exact: true }))
      .click();
    await this.part('canvas-node').first().waitFor();
  }

  async newWorkflow(): Promise<void> {
    await this.page.goto(`${this.baseUrl}/workflow/new`);
    await this.part('canvas-add-button').waitFor();
  }

  async createWorkflow(button: string): Promise<void> {
    await this.openWorkflows();
    await this.page.getByText(button, { exact: true }).filter({ visible: true }).first().click();
    await this.part('canvas-add-button').waitFor();
  }

  async publish(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).first().click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await this.page.getByText('Workflow published').waitFor();
  }

  async executeWorkflow(): Promise<void> {
    await this.part('execute-workflow-button').click();
    // The workflow may wait for the end of a run.
    await this.page.getByText('Workflow executed successfully').waitFor({ timeout: 60_000 });
  }

  /** Counts clicks, including a click into each field that has no focus before text is entered. @returns function that reads the count */
  async countClicks(): Promise<() => Promise<number>> {
    await this.page.evaluate(() => {
      const { dataset } = document.documentElement;
      let last: EventTarget | null = null;
      for (const kind of ['pointerdown', 'input']) {
        const isPress = kind === 'pointerdown';
        document.addEventListener(
          kind,
          ({ target }) => {
            const isSearchField = (target as Element).closest('[data-test-id*=search]');
            if (isPress || (target !== last && !isSearchField))
              dataset.clicks = `${Number(dataset.clicks ?? 0) + 1}`;
            last = target;
          },
          true,
        );
      }
    });
    return async () =>
      await this.page.evaluate(() => Number(document.documentElement.dataset.clicks));
  }

  async takePicture(path: string): Promise<void> {
    await this.save(this.page, path);
  }
}
