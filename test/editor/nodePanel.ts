import type { Locator } from 'playwright-core';
import { EditorPart } from './editorPart';

/** n8n's message contains "Workflow" if the run ends before n8n has answered the request that started it. */
const stepSucceeded = /(Node|Workflow) executed successfully/;
const stepFailed = /Problem (in node|executing|running workflow)/;

export class NodePanel extends EditorPart {
  async open(name: string): Promise<void> {
    await this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`).dblclick();
  }

  async close(): Promise<void> {
    const open = this.part('node-parameters');
    // Otherwise, an open list would handle the Escape key.
    if (await open.isVisible()) {
      await this.part('output-panel').click({ position: { x: 20, y: 60 } });
    }
    await this.page.keyboard.press('Escape');
    await open.waitFor({ state: 'hidden' });
  }

  async setOption(parameter: string, entry: string): Promise<void> {
    await this.part(`parameter-input-${parameter}`).click();
    // The description below an entry may also contain its name, so the first text counts.
    const entries = this.part('parameter-input-item').filter({ visible: true });
    await entries.getByText(entry).first().click();
  }

  async searchCredentialTypes(text: string): Promise<string[]> {
    const select = this.part('credential-select');
    await select.click();
    await select.locator('input').fill(text);
    const entries = this.page.getByRole('option').filter({ hasText: text, visible: true });
    await entries.first().waitFor();
    return await entries.allInnerTexts();
  }

  async switchOn(parameter: string): Promise<void> {
    await this.part(`parameter-input-${parameter}`).locator('.el-switch').click();
  }

  async addOptions(names: string[]): Promise<void> {
    for (const name of names) {
      await this.page.locator('[placeholder="Add option"], :text-is("Add option")').first().click();
      await this.page.getByRole('option', { name, exact: true }).click();
    }
  }

  async write(parameter: string, text: string): Promise<void> {
    await this.part(`parameter-input-${parameter}`).locator('input').fill(text);
  }

  /** Chooses an entry of a resource locator's list. @param search text to type first */
  async choose(parameter: string, entry: string, search?: string): Promise<void> {
    await this.openList(parameter);
    if (search !== undefined) await this.searchList(search);
    await this.pick(entry);
  }

  async openList(parameter: string): Promise<string[]> {
    await this.part(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
    const first = this.listEntries().first();
    // While n8n renders a form, it may not request the entries. Typing lets n8n request them.
    await first.waitFor({ timeout: 10_000 }).catch(async () => {
      const search = this.part('rlc-search').filter({ visible: true });
      await search.fill('a');
      await search.fill('');
    });
    await first.waitFor();
    return await this.listEntries().allInnerTexts();
  }

  /** Searches the open list. @returns entries that match */
  async searchList(text: string): Promise<string[]> {
    await this.part('rlc-search').filter({ visible: true }).fill(text);
    await this.listEntries().filter({ hasNotText: text }).first().waitFor({ state: 'hidden' });
    await this.listEntries().filter({ hasText: text }).first().waitFor();
    return await this.listEntries().allInnerTexts();
  }

  async pick(entry: string): Promise<void> {
    await this.listEntries().filter({ hasText: entry }).click();
    await this.listEntries().first().waitFor({ state: 'hidden' });
  }

  private listEntries(): Locator {
    return this.part('rlc-item').filter({ visible: true });
  }

  /** Returns the labels of the form for arguments, and the labels of required fields without a value. */
  async readArgumentForm(): Promise<{ labels: string[]; missing: string[] }> {
    const fields = this.part('mapping-fields-container').locator('.parameter-item');
    await fields.first().waitFor();
    const missing = fields.filter({ has: this.part('parameter-issues') });
    const labels = (form: Locator) => form.locator('label .n8n-text').allInnerTexts();
    return { labels: await labels(fields), missing: await labels(missing) };
  }

  async executePreviousNodes(): Promise<void> {
    await this.part('ndv').getByText('Execute previous nodes').first().click();
    await this.part('run-data-schema-item').first().waitFor();
  }

  async dragIntoEditFields(names: readonly string[]): Promise<void> {
    for (const [at, name] of names.entries()) {
      const field = await this.findInputField(name);
      await field.scrollIntoViewIfNeeded();
      await field.hover();
      await this.page.mouse.down();
      await this.part('assignment-collection-drop-area').hover();
      await this.page.mouse.up();
      await this.part('assignment').nth(at).waitFor();
    }
  }

  /** Finds a field of the input. It scrolls, because n8n renders only the visible fields. */
  private async findInputField(name: string): Promise<Locator> {
    const fields = this.part('run-data-schema-item');
    await fields.first().waitFor();
    const field = fields.getByText(name, { exact: true }).first();
    for (const pixels of [300, 300, 300, -900, -300, 0]) {
      if ((await field.count()) > 0) return field;
      await fields.nth(Math.floor((await fields.count()) / 2)).hover();
      await this.page.mouse.wheel(0, pixels);
      await this.page.waitForTimeout(300);
    }
    throw new Error(`The input has no field ${name}`);
  }

  /** Returns labels, values and placeholders of parameters that are cut off. */
  async listCutTexts(): Promise<string[]> {
    const parameters = this.part('node-parameters').filter({ visible: true });
    const labels = await parameters.locator('label, span').evaluateAll((elements) =>
      elements
        .filter((element) => getComputedStyle(element).overflowX !== 'visible')
        .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => element.textContent),
    );
    // The browser does not report the width of the text in an input element.
    const fields = await parameters.locator('input').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { value, placeholder, clientWidth } = element as HTMLInputElement;
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen || clientWidth === 0) return [];
        pen.font = font;
        const available = clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const text = value || placeholder;
        return pen.measureText(text).width > available + 1 ? [text] : [];
      }),
    );
    return [...labels, ...fields];
  }

  async takePicture(path: string): Promise<void> {
    // A node under the mouse shows buttons.
    await this.page.mouse.move(0, 0);
    await this.settle();
    await this.save(this.part('ndv'), path);
  }

  /** Executes the step. @returns rows of the output, with values by column */
  async executeStep(): Promise<Array<Record<string, string>>> {
    await this.pressExecuteStep();
    return await this.readOutputRows();
  }

  async pressExecuteStep(): Promise<void> {
    // The message about an earlier step is equal, so it must disappear first.
    await this.page.getByText(stepSucceeded).first().waitFor({ state: 'hidden' });
    await this.part('node-execute-button').click();
    const succeeded = this.page.getByText(stepSucceeded);
    const failed = this.page.getByText(stepFailed).first();
    await succeeded.or(failed).first().waitFor();
    if (await failed.isVisible()) {
      const output = await this.part('output-panel').innerText();
      throw new Error(`${await failed.innerText()}\n${output}`);
    }
  }

  async readOutputRows(): Promise<Array<Record<string, string>>> {
    const panel = this.part('output-panel');
    await panel.getByTestId('radio-button-table').click();
    await panel.locator('tbody td').first().waitFor();
    const columns = await panel.locator('thead th').allInnerTexts();
    const rows = await panel.locator('tbody tr').all();
    return await Promise.all(
      rows.map(async (row) => {
        const cells = await row.locator('td').allInnerTexts();
        return Object.fromEntries(
          columns.map((column, at) => [column.trim(), (cells[at] ?? '').trim()]),
        );
      }),
    );
  }

  async showJson(): Promise<void> {
    await this.part('output-panel').getByTestId('radio-button-json').click();
  }

  /** Executes a step that fails. @returns text of the output */
  async executeFailingStep(): Promise<string> {
    await this.part('node-execute-button').click();
    const output = this.part('output-panel');
    await output.getByTestId('node-error-message').waitFor();
    return await output.innerText();
  }

  /** Waits until n8n's message about a step has disappeared, and closes warnings. */
  async clearMessages(): Promise<void> {
    await this.page.getByText(stepSucceeded).first().waitFor({ state: 'hidden' });
    // Warnings remain until they are closed.
    const closing = this.page.locator('.el-notification__closeBtn').filter({ visible: true });
    while ((await closing.count()) > 0) {
      await closing.first().click();
      await this.settle();
    }
  }
}
