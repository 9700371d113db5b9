import { EditorPart } from './editorPart';

/** Hides everything around and above the canvas, and the dots of its background, which double the size of a picture. */
const canvasOnly = `
  body :not(:has(.vue-flow), .vue-flow, .vue-flow *), .vue-flow__panel, .vue-flow__background,
  .vue-flow [data-test-id^='execute-workflow-button'] {
    visibility: hidden !important;
  }
`;

export class Canvas extends EditorPart {
  /** Shows the output of the last node below the canvas. */
  async showLogs(): Promise<void> {
    await this.part('logs-overview-header').click();
    await this.part('logs-panel').locator('table').waitFor();
    await this.page.getByText('Workflow executed successfully').waitFor({ state: 'hidden' });
    await this.zoomToFit();
    // The buttons at the bottom of the canvas hide the names of nodes.
    await this.scroll(0, 80);
  }

  async zoomToFit(): Promise<void> {
    await this.part('zoom-to-fit').click();
    await this.settle();
  }

  async scroll(right: number, down: number): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    await this.page.mouse.move(width / 2, height * 0.42);
    await this.page.mouse.wheel(right, down);
    await this.settle();
  }

  /** Closes the open node. @returns name and subtitle of the last node */
  async readLastNode() {
    await this.page.keyboard.press('Escape');
    await this.part('ndv').waitFor({ state: 'hidden' });
    const node = this.part('canvas-node').last();
    const subtitle = await node.locator('[class*=subtitle]').innerText();
    return [await node.getAttribute('data-node-name'), subtitle];
  }

  /** Pastes the text of a workflow onto the canvas. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+V');
    await this.part('canvas-node').first().waitFor();
  }

  /** Takes a picture of the canvas without the rest of the editor. */
  async takePicture(path: string): Promise<void> {
    const canvas = this.page.locator('.vue-flow').first();
    // A node under the mouse shows buttons.
    await this.page.mouse.move(0, 0);
    await this.settle();
    await this.save(canvas, path, canvasOnly);
  }
}
