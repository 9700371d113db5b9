import type { Page } from 'playwright-core';
import type { Owner } from '../../start/localN8n/n8nApi';
import { Canvas } from './canvas';
import { CredentialDialog } from './credentialDialog';
import { NodeCreator } from './nodeCreator';
import { NodePanel } from './nodePanel';
import { byPart, EditorPart } from './editorPart';

/** What a test does in n8n's editor, in the words of somebody who uses it. */
export class Editor extends EditorPart {
  readonly canvas: Canvas;
  readonly creator: NodeCreator;
  readonly node: NodePanel;
  readonly credential: CredentialDialog;

  constructor(
    page: Page,
    private readonly baseUrl: string,
    screenshots: string,
  ) {
    super(page, screenshots);
    this.canvas = new Canvas(page, screenshots);
    this.node = new NodePanel(page, screenshots);
    this.creator = new NodeCreator(page, screenshots, this.node);
    this.credential = new CredentialDialog(page, screenshots);
  }

  async signIn({ email, password }: Owner): Promise<void> {
    await this.page.goto(`${this.baseUrl}/signin`);
    await this.page.locator('input[name=emailOrLdapLoginId]').fill(email);
    await this.page.locator('input[name=password]').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL(/\/home\//);
    await this.page.getByText('Run a job').first().waitFor();
  }

  async openWorkflow(id: string): Promise<void> {
    const path = `/workflow/${id}`;
    if (await this.part('canvas-add-button').isVisible()) await this.follow(path);
    else await this.page.goto(`${this.baseUrl}${path}`);
    await this.part('canvas-node').first().waitFor();
  }

  /** Goes from one workflow to another. @param nodes the names of its nodes, without notes */
  async nextWorkflow(id: string, nodes: readonly string[]): Promise<void> {
    await this.follow(`/workflow/${id}`);
    await this.page.waitForFunction(
      ([selector, wanted]) => {
        const shown = [...document.querySelectorAll(selector)].map((node) =>
          node.getAttribute('data-node-name'),
        );
        return shown.sort().join() === wanted;
      },
      [byPart('canvas-node'), [...nodes].sort().join()] as const,
    );
  }

  /** As a link within n8n, which does not load its scripts anew. */
  private async follow(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState({ ...history.state }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, path);
  }

  async newWorkflow(): Promise<void> {
    await this.page.goto(`${this.baseUrl}/workflow/new`);
    await this.part('canvas-add-button').waitFor();
  }

  /** Begins a workflow from the list of workflows. */
  async createWorkflow(button: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/home/workflows`);
    await this.page.getByText(button, { exact: true }).filter({ visible: true }).first().click();
    await this.part('canvas-add-button').waitFor();
  }

  /** Publishes the open workflow, in the dialog, too. */
  async publish(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).first().click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await this.page.getByText('Workflow published').waitFor();
  }

  /** Runs the open workflow. */
  async executeWorkflow(): Promise<void> {
    await this.part('execute-workflow-button').click();
    // A workflow may wait for the end of a run.
    await this.page.getByText('Workflow executed successfully').waitFor({ timeout: 60_000 });
  }

  /** Leaves the open node, if one is open, and starts the workflow. */
  async startWorkflow(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.part('execute-workflow-button').click();
  }

  /** Presses Stop and gives how many seconds it took until the execution had ended. */
  async stopExecution(): Promise<number> {
    await this.part('stop-execution-button').click();
    const pressed = Date.now();
    await this.part('stop-execution-button').waitFor({ state: 'hidden' });
    return (Date.now() - pressed) / 1000;
  }

  /** Runs the workflow that was just built. */
  async executeBuiltWorkflow(): Promise<void> {
    await this.node.close();
    await this.executeWorkflow();
    await this.canvas.zoomToFit();
  }

  /** Begins to count what the hand does: presses of the mouse, and the click into each field that does not have the focus. */
  async countClicks(): Promise<() => Promise<number>> {
    await this.page.evaluate(() => {
      const { dataset } = document.documentElement;
      let last: EventTarget | null = null;
      for (const kind of ['pointerdown', 'input']) {
        const isPress = kind === 'pointerdown';
        document.addEventListener(
          kind,
          ({ target }) => {
            const isReady = (target as Element).closest('[data-test-id*=search]');
            if (isPress || (target !== last && !isReady))
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

  async screenshot(name: string, page = this.page): Promise<void> {
    await this.save(page, name);
  }
}
