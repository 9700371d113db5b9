import type { Locator, Page } from 'playwright-core';
import type { NodePanel } from './nodePanel';
import { byPart, EditorPart } from './editorPart';

/** A node's output; of two, the second is its error output. */
export interface Output {
  node: string;
  output: number;
}

/** The search for nodes, and their actions. */
export class NodeCreator extends EditorPart {
  constructor(
    page: Page,
    screenshots: string,
    private readonly node: NodePanel,
  ) {
    super(page, screenshots);
  }

  /** Opens the node creator, types into its search field, and gives the names it finds. @param expected a part of one of them */
  async search(text: string, expected = text): Promise<string[]> {
    const bar = this.part('node-creator-search-bar');
    const names = this.part('node-creator-item-name');
    if (await bar.isVisible()) {
      // What was found before would be taken for what is found now.
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

  /** How many lines the description of each node takes that was found. */
  async linesOfDescriptions(): Promise<number[]> {
    const descriptions = this.part('node-creator-item-description');
    return await descriptions.evaluateAll((all) =>
      all.map((element) =>
        Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
      ),
    );
  }

  /** Chooses a node that was found, and opens the actions that it offers. */
  async openActions(node: string): Promise<void> {
    await this.item(node).click();
    const creator = this.part('node-creator');
    const categories = creator.locator('text=/ Actions$/i');
    // Beside the triggers of a node of the same name, the actions are folded away.
    const folded = creator.getByText(/^Actions \(\d+\)/);
    await categories.or(folded).first().waitFor();
    if (!(await categories.first().isVisible())) await folded.click();
    await categories.first().waitFor();
  }

  /** Adds the node whose actions are open; its settings are open afterwards. */
  async addAction(action: string): Promise<void> {
    await this.item(action).click();
    await this.part('node-parameters').waitFor();
  }

  /** Adds a node with one of its actions to an empty canvas; its settings are open afterwards. */
  async add(search: string, node: string, action: string): Promise<void> {
    await this.search(search);
    await this.chooseAction(node, action);
    await this.part('node-parameters').waitFor();
  }

  /** Chooses a node that was found, and one of its actions or triggers. */
  private async chooseAction(node: string, action: string): Promise<void> {
    await this.item(node).click();
    const wanted = this.item(action);
    const folded = this.part('node-creator').getByText(/^Actions \(\d+\)/);
    await wanted.waitFor({ timeout: 3_000 }).catch(() => folded.click());
    await wanted.click();
  }

  /** Adds a node that has no actions, such as a trigger, to an empty canvas; its settings are open afterwards. */
  async addPlain(node: string): Promise<void> {
    await this.search(node);
    await this.item(node).click();
    await this.part('node-parameters').waitFor();
  }

  /** Adds a node behind another's output. @param action for a node that has actions */
  async addAfter(before: Output, node: string, action?: string): Promise<void> {
    await this.searchAfter(before, node);
    if (action === undefined) {
      await this.item(node).click();
    } else {
      await this.chooseAction(node, action);
    }
    await this.part('node-parameters').waitFor();
  }

  /** Types into the search for a node behind another's output. */
  async searchAfter({ node, output }: Output, text: string): Promise<void> {
    await this.node.close();
    const handle = `${byPart('canvas-node-output-handle')}[data-node-name="${node}"]`;
    await this.page
      .locator(`${handle}[data-handleid="outputs/main/${output}"]`)
      .locator(byPart('canvas-handle-plus'))
      .click();
    await this.part('node-creator-search-bar').fill(text);
  }

  private item(name: string): Locator {
    return this.part('node-creator-item-name').getByText(name, { exact: true }).first();
  }
}
