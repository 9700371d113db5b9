import type { Locator, Page } from 'playwright-core';
import type { NodePanel } from './nodePanel';
import { EditorPart } from './editorPart';

export class NodeCreator extends EditorPart {
  constructor(
    page: Page,
    private readonly node: NodePanel,
  ) {
    super(page);
  }

  /** Searches nodes. @param expected part of a name that must be found @returns names of the found nodes */
  async search(text: string, expected = text): Promise<string[]> {
    const bar = this.part('node-creator-search-bar');
    const names = this.part('node-creator-item-name');
    if (await bar.isVisible()) {
      // Earlier results must disappear first, because they look like the new results.
      await bar.fill('no node has these words');
      await names.first().waitFor({ state: 'hidden' });
    } else {
      await this.part('canvas-add-button').click();
    }
    await bar.fill(text);
    await names
      .filter({ hasText: new RegExp(expected, 'i') })
      .first()
      .waitFor();
    return await names.allInnerTexts();
  }

  /** Opens the actions of a found node. */
  async openActions(node: string): Promise<void> {
    await this.item(node).click();
    const creator = this.part('node-creator');
    const categories = creator.locator('text=/ Actions$/i');
    // If the node also has triggers, its actions are collapsed.
    const collapsed = creator.getByText(/^Actions \(\d+\)/);
    await categories.or(collapsed).first().waitFor();
    if (!(await categories.first().isVisible())) await collapsed.click();
    await categories.first().waitFor();
  }

  /** Adds a node to an empty canvas, and leaves its panel open. @param action required if the node has actions */
  async add(search: string, node: string, action?: string): Promise<void> {
    await this.search(search);
    await this.choose(node, action);
  }

  /** Adds a node after another node. @param action required if the node has actions */
  async addAfter(before: string, node: string, action?: string): Promise<void> {
    await this.searchAfter(before, node);
    await this.choose(node, action);
  }

  async searchAfter(before: string, text: string, output = 0): Promise<void> {
    await this.node.close();
    await this.page
      .locator(`[data-node-name="${before}"][data-handleid="outputs/main/${output}"]`)
      .getByTestId('canvas-handle-plus')
      .click();
    await this.part('node-creator-search-bar').fill(text);
  }

  async choose(node: string, action?: string): Promise<void> {
    await this.item(node).click();
    if (action !== undefined) {
      const entry = this.item(action);
      const collapsed = this.part('node-creator').getByText(/^Actions \(\d+\)/);
      await entry.waitFor({ timeout: 3_000 }).catch(() => collapsed.click());
      await entry.click();
    }
    await this.part('node-parameters').waitFor();
  }

  private item(name: string): Locator {
    return this.part('node-creator-item-name').getByText(name, { exact: true }).first();
  }
}
