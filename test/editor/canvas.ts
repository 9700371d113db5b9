import { EditorPart } from './editorPart';

/**
 * Hides what lies around and above the canvas, the button beside a trigger that is pointed at, and the dots of the
 * background, which make a picture twice as big.
 */
const canvasOnly = `
  body :not(:has(.vue-flow), .vue-flow, .vue-flow *), .vue-flow__panel, .vue-flow__background,
  .vue-flow [data-test-id^='execute-workflow-button'] {
    visibility: hidden !important;
  }
`;

/** Where the nodes of the open workflow are. */
export class Canvas extends EditorPart {
  /** Shows below the canvas what the last node put out. */
  async showLogs(): Promise<void> {
    await this.part('logs-overview-header').click();
    await this.part('logs-panel').locator('table').waitFor();
    await this.page.getByText('Workflow executed successfully').waitFor({ state: 'hidden' });
    await this.zoomToFit();
    // The buttons at the bottom of the canvas hide the names of nodes.
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    await this.page.mouse.move(width / 2, height * 0.42);
    await this.page.mouse.wheel(0, 80);
    await this.rest();
  }

  /** The whole workflow, once the canvas has come to rest. */
  async zoomToFit(): Promise<void> {
    await this.part('zoom-to-fit').click();
    await this.rest();
  }

  /** Scrolls to what is right of the canvas's window. */
  async scrollRight(): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    await this.page.mouse.move(width / 2, height * 0.42);
    await this.page.mouse.wheel(width / 2, 0);
    await this.rest();
  }

  /** Leaves the open node, and gives the name of the last node, and what stands below it. */
  async lastNode() {
    await this.page.keyboard.press('Escape');
    await this.part('ndv').waitFor({ state: 'hidden' });
    const node = this.part('canvas-node').last();
    const subtitle = await node.locator('[class*=subtitle]').innerText();
    return [await node.getAttribute('data-node-name'), subtitle];
  }

  /** Pastes nodes onto the canvas, as a person does who has copied the text of a file. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+V');
    await this.part('canvas-node').first().waitFor();
  }

  /** The canvas alone, without what lies around and above it. */
  async picture(path: string): Promise<void> {
    const canvas = this.page.locator('.vue-flow').first();
    // Away from what shows a button when it is pointed at.
    await this.page.mouse.move(0, 0);
    await this.rest();
    await this.save(canvas, path, canvasOnly);
  }
}
