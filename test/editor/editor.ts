import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Owner } from '../../start/localN8n/n8nApi';

const millisecondsOfCanvasMoves = 1000;

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

/** n8n speaks of the workflow where the end of the run comes before the answer to the request that started it. */
const stepSucceeded = /(Node|Workflow) executed successfully/;
const stepFailed = /Problem (in node|executing|running workflow)/;

/** A node's output; of two, the second is its error output. */
export interface Output {
  node: string;
  output: number;
}

/** What a test does in n8n's editor, in the words of somebody who uses it. */
export class Editor {
  constructor(
    readonly page: Page,
    private readonly baseUrl: string,
    private readonly screenshots: string,
  ) {}

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

  /** Runs the open workflow. */
  async executeWorkflow(): Promise<void> {
    await this.part('execute-workflow-button').click();
    // A workflow may wait for the end of a run.
    await this.page.getByText('Workflow executed successfully').waitFor({ timeout: 60_000 });
  }

  /** Shows below the canvas what the last node put out. */
  async showLogs(): Promise<void> {
    await this.part('logs-overview-header').click();
    await this.part('logs-panel').locator('table').waitFor();
    await this.page.getByText('Workflow executed successfully').waitFor({ state: 'hidden' });
    await this.part('zoom-to-fit').click();
    await this.scrollFromUnderButtons();
  }

  /** The whole workflow, once the canvas has come to rest. */
  async zoomToFit(): Promise<void> {
    await this.part('zoom-to-fit').click();
    await this.page.waitForTimeout(millisecondsOfCanvasMoves);
  }

  /** The buttons at the bottom of the canvas hide the names of nodes. */
  private async scrollFromUnderButtons(): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    await this.page.waitForTimeout(millisecondsOfCanvasMoves);
    await this.page.mouse.move(width / 2, height * 0.42);
    await this.page.mouse.wheel(0, 80);
    await this.page.waitForTimeout(millisecondsOfCanvasMoves);
  }

  /** Leaves the open node, and gives the names of all nodes with what stands below them. */
  async canvasNodes(): Promise<Array<{ name: string; subtitle: string }>> {
    await this.page.keyboard.press('Escape');
    await this.part('ndv').waitFor({ state: 'hidden' });
    const nodes = await this.part('canvas-node').all();
    return await Promise.all(
      nodes.map(async (node) => ({
        name: (await node.getAttribute('data-node-name')) ?? '',
        // Some nodes of n8n have none.
        subtitle: (await node.locator('[class*=subtitle]').allInnerTexts()).join(''),
      })),
    );
  }

  /** What is wrong with the nodes of the open workflow, by n8n's red marks. */
  async complaints(): Promise<string[]> {
    return await this.part('node-issues').allInnerTexts();
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

  /** Opens a node of the workflow by its name. */
  async openNode(name: string): Promise<void> {
    await this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`).dblclick();
  }

  /** Waits until the open node has failed, and gives what the output says of it. */
  async errorDetails(): Promise<string> {
    const output = this.part('output-panel');
    // The logs, where they are open, show the message as well.
    await output.locator(byPart('node-error-message')).waitFor();
    return await output.innerText();
  }

  /** Adds options to the open node's collection "Options". */
  async addOptions(names: string[]): Promise<void> {
    for (const name of names) {
      await this.page.locator('[placeholder="Add option"], :text-is("Add option")').first().click();
      await this.page.getByRole('option', { name, exact: true }).click();
    }
  }

  async writeNumber(parameter: string, value: number): Promise<void> {
    await this.part(`parameter-input-${parameter}`).locator('input').fill(String(value));
  }

  /** Runs the workflow that was just built. */
  async executeBuiltWorkflow(): Promise<void> {
    await this.closeNode();
    await this.executeWorkflow();
    await this.zoomToFit();
  }

  /** Closes the open node, if one is open. */
  async closeNode(): Promise<void> {
    const open = this.part('node-parameters');
    // A list that something was chosen of keeps the key for itself.
    if (await open.isVisible()) {
      await this.part('output-panel').click({ position: { x: 20, y: 60 } });
    }
    await this.page.keyboard.press('Escape');
    await open.waitFor({ state: 'hidden' });
  }

  /** Waits until n8n's message that a step was executed is gone. */
  async messagesGone(): Promise<void> {
    await this.page.getByText(stepSucceeded).first().waitFor({ state: 'hidden' });
    // Warnings stay until somebody closes them.
    const closing = this.page.locator('.el-notification__closeBtn').filter({ visible: true });
    while ((await closing.count()) > 0) {
      await closing.first().click();
      await this.page.waitForTimeout(millisecondsOfCanvasMoves);
    }
  }

  /** Labels, values and placeholders of the open node's parameters that do not fit their places. */
  async cutTexts(): Promise<string[]> {
    const parameters = this.part('node-parameters').filter({ visible: true });
    const labels = await parameters.locator('label, span').evaluateAll((elements) =>
      elements
        .filter((element) => getComputedStyle(element).overflowX !== 'visible')
        .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => element.textContent),
    );
    // A field does not tell how wide its text is.
    const fields = await parameters.locator('input').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { value, placeholder, clientWidth } = element as HTMLInputElement;
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen || clientWidth === 0) return [];
        pen.font = font;
        const place = clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const text = value || placeholder;
        return pen.measureText(text).width > place + 1 ? [text] : [];
      }),
    );
    return [...labels, ...fields];
  }

  /** The open node alone: input, parameters and output. */
  async panelPicture(name: string): Promise<void> {
    const path = join(this.screenshots, `${name}.png`);
    // Away from what shows a tooltip or buttons.
    await this.page.mouse.move(0, 0);
    await this.page.waitForTimeout(millisecondsOfCanvasMoves);
    await this.part('ndv').screenshot({ path, animations: 'disabled' });
  }

  async newWorkflow(): Promise<void> {
    await this.page.goto(`${this.baseUrl}/workflow/new`);
    await this.part('canvas-add-button').waitFor();
  }

  /** Pastes nodes onto the canvas, as a person does who has copied the text of a file. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+V');
    await this.part('canvas-node').first().waitFor();
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

  /** Opens the node creator, types into its search field, and gives the names it finds. @param expected a part of one of them */
  async searchNodes(text: string, expected = text): Promise<string[]> {
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
    await this.nodeCreatorItem(node).click();
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
    await this.nodeCreatorItem(action).click();
    await this.part('node-parameters').waitFor();
  }

  /** Adds a node with one of its actions to an empty canvas; its settings are open afterwards. */
  async addNode(search: string, node: string, action: string): Promise<void> {
    await this.searchNodes(search);
    await this.chooseAction(node, action);
    await this.part('node-parameters').waitFor();
  }

  /** Chooses a node that was found, and one of its actions or triggers. */
  private async chooseAction(node: string, action: string): Promise<void> {
    await this.nodeCreatorItem(node).click();
    const wanted = this.nodeCreatorItem(action);
    const folded = this.part('node-creator').getByText(/^Actions \(\d+\)/);
    await wanted.waitFor({ timeout: 3_000 }).catch(() => folded.click());
    await wanted.click();
  }

  /** Adds a node that has no actions, such as a trigger, to an empty canvas; its settings are open afterwards. */
  async addPlainNode(node: string): Promise<void> {
    await this.searchNodes(node);
    await this.nodeCreatorItem(node).click();
    await this.part('node-parameters').waitFor();
  }

  /** Adds a node behind another's output. @param action for a node that has actions */
  async addNodeAfter(before: Output, node: string, action?: string): Promise<void> {
    await this.searchAfter(before, node);
    if (action === undefined) {
      await this.nodeCreatorItem(node).click();
    } else {
      await this.chooseAction(node, action);
    }
    await this.part('node-parameters').waitFor();
  }

  /** Types into the search for a node behind another's output. */
  async searchAfter({ node, output }: Output, text: string): Promise<void> {
    await this.closeNode();
    const handle = `${byPart('canvas-node-output-handle')}[data-node-name="${node}"]`;
    await this.page
      .locator(`${handle}[data-handleid="outputs/main/${output}"]`)
      .locator(byPart('canvas-handle-plus'))
      .click();
    await this.part('node-creator-search-bar').fill(text);
  }

  /** What the open node's Settings say under On Error. */
  async setOnError(choice: string): Promise<void> {
    await this.part('tab-settings').click();
    await this.setOption('onError', choice);
  }

  async executePreviousNodes(): Promise<void> {
    await this.part('ndv').getByText('Execute previous nodes').first().click();
    await this.part('run-data-schema-item').first().waitFor();
  }

  /** Drags fields of the input into the open Edit Fields node. */
  async dragIntoEditFields(names: readonly string[]): Promise<void> {
    for (const [at, name] of names.entries()) {
      const field = await this.inputField(name);
      await field.scrollIntoViewIfNeeded();
      await field.hover();
      await this.page.mouse.down();
      await this.part('assignment-collection-drop-area').hover();
      await this.page.mouse.up();
      await this.part('assignment').nth(at).waitFor();
    }
  }

  /** n8n draws only the fields that are in view: what is not is scrolled to. */
  private async inputField(name: string): Promise<Locator> {
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

  /** Chooses an entry of a parameter such as Resource or Operation. */
  async setOption(parameter: string, entry: string): Promise<void> {
    await this.part(`parameter-input-${parameter}`).click();
    // The description below an entry may hold its name as well.
    const entries = this.part('parameter-input-item').filter({ visible: true });
    await entries.getByText(entry).first().click();
  }

  async switchOn(parameter: string): Promise<void> {
    await this.part(`parameter-input-${parameter}`).locator('.el-switch').click();
  }

  /** Chooses a credential that exists. @param type where the node has credentials of several types */
  async chooseCredential(name: string, type?: string): Promise<void> {
    const hasText = type === undefined ? 'Credential' : `Credential for ${type}`;
    const choice = this.part('credentials-label').filter({ hasText }).locator('input');
    const option = this.page.getByRole('option', { name });
    await choice.click();
    // A field that has just appeared may be drawn once more, and loses its list.
    await option.waitFor({ timeout: 3_000 }).catch(() => choice.click());
    await option.click();
  }

  /** Types into a parameter of one line. */
  async writeLine(parameter: string, text: string): Promise<void> {
    await this.part(`parameter-input-${parameter}`).locator('input').fill(text);
  }

  /** Opens the list of a resource locator and gives its entries. */
  async openList(parameter: string): Promise<string[]> {
    await this.part(`resource-locator-${parameter}`).locator(byPart('rlc-input')).click();
    const first = this.listEntries().first();
    // Of a form that is still being drawn, n8n may wait for entries that it never asked for; typing asks for them.
    await first.waitFor({ timeout: 10_000 }).catch(async () => {
      const search = this.part('rlc-search').filter({ visible: true });
      await search.fill('a');
      await search.fill('');
    });
    await first.waitFor();
    return await this.listEntries().allInnerTexts();
  }

  /** Types into the search field of the list that is open, and gives the entries left. */
  async searchList(text: string): Promise<string[]> {
    await this.part('rlc-search').filter({ visible: true }).fill(text);
    await this.listEntries().filter({ hasNotText: text }).first().waitFor({ state: 'hidden' });
    await this.listEntries().filter({ hasText: text }).first().waitFor();
    return await this.listEntries().allInnerTexts();
  }

  /** Chooses an entry of the list that is open. */
  async pick(entry: string): Promise<void> {
    await this.listEntries().filter({ hasText: entry }).click();
    await this.listEntries().first().waitFor({ state: 'hidden' });
  }

  /** The form that stands for a query's or mutation's arguments: its labels, and which of them ask for a value. */
  async argumentForm(): Promise<{ labels: string[]; missing: string[] }> {
    const fields = this.part('mapping-fields-container').locator('.parameter-item');
    await fields.first().waitFor();
    const missing = fields.filter({ has: this.part('parameter-issues') });
    const labels = (form: Locator) => form.locator('label .n8n-text').allInnerTexts();
    return { labels: await labels(fields), missing: await labels(missing) };
  }

  /** Adds an optional argument to the form. */
  async addArgument(name: string): Promise<void> {
    await this.part('mapping-fields-container').getByText('Add argument').last().click();
    await this.page.getByText(name).filter({ visible: true }).first().click();
  }

  async fillArgument(name: string, value: string): Promise<void> {
    await this.part(`parameter-input-${name}`).locator(byPart('parameter-input-field')).fill(value);
  }

  /** Presses "Execute step" and gives the rows of the output, by column. */
  async executeStep(): Promise<Array<Record<string, string>>> {
    await this.pressExecuteStep();
    return await this.outputRows();
  }

  /** Presses "Execute step", which executes the nodes before it, too. */
  async pressExecuteStep(): Promise<void> {
    // The message of a step before would be taken for that of this one.
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

  /** Presses "Execute step" of a step whose output is a file, and gives the names of the files. */
  async executeStepWithFile(): Promise<string[]> {
    await this.part('node-execute-button').click();
    const files = this.part('output-panel').locator('[class*=binaryDataRow], [class*=binaryRow]');
    await this.page.getByText(stepSucceeded).first().waitFor();
    await this.part('output-panel').getByText('Binary', { exact: true }).first().click();
    await files.first().waitFor();
    return await files.allInnerTexts();
  }

  /** Downloads the first file of the output, as a user does who wants to open it. @returns where it was saved */
  async downloadFile(): Promise<string> {
    const saved = this.page.waitForEvent('download');
    await this.part('ndv-download-binary-data').first().click();
    return await (await saved).path();
  }

  async outputRows(): Promise<Array<Record<string, string>>> {
    const panel = this.part('output-panel');
    await panel.locator(byPart('radio-button-table')).click();
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

  /** Shows the output as JSON. */
  async showJson(): Promise<void> {
    const panel = this.part('output-panel');
    await panel.locator(byPart('radio-button-json')).click();
    await panel.locator('.vjs-tree').waitFor();
  }

  /** Opens the node's credential, which n8n then tests, and gives what the banner says. */
  async testCredential(): Promise<string> {
    await this.part('credential-edit-button').click();
    const success = this.part('credentials-config-container-test-success');
    const failure = this.page
      .locator('[data-test-id=credential-edit-dialog] [class*=banner]')
      .filter({ visible: true });
    await success.or(failure).first().waitFor();
    return await success.or(failure).first().innerText();
  }

  /** Opens an empty credential for the open node. */
  async createCredential(): Promise<void> {
    const choice = this.part('credentials-label').first().locator('input');
    const create = this.page.getByText('Create new credential').filter({ visible: true }).first();
    await choice.click();
    // A field that has just appeared may be drawn once more, and loses its list.
    await create.waitFor({ timeout: 3_000 }).catch(() => choice.click());
    await create.click();
    await this.part('credential-edit-dialog').waitFor();
  }

  /** The names of the fields of the credential that is open. */
  async credentialFields(): Promise<string[]> {
    const labels = this.part('credential-edit-dialog').locator('label');
    await labels.first().waitFor();
    // Behind a name stand the mark of what is required, and its "Fixed" and "Expression".
    return (await labels.allInnerTexts()).map((text) => text.split(/[*\n]/)[0]?.trim() ?? '');
  }

  /** Closes the credential if n8n has not done so after it was saved. */
  async leaveCredential(): Promise<void> {
    const dialog = this.part('credential-edit-dialog');
    await dialog.waitFor({ state: 'hidden', timeout: 3_000 }).catch(async () => {
      await this.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });
  }

  /** Unfolds what the failed test of the open credential says. */
  async showTestDetails(): Promise<void> {
    await this.part('credential-edit-dialog').getByText('More details').click();
  }

  /** The open credential alone. */
  async credentialPicture(name: string): Promise<void> {
    const path = join(this.screenshots, `${name}.png`);
    await this.page.waitForTimeout(millisecondsOfCanvasMoves);
    const dialog = this.part('credential-edit-dialog').filter({ visible: true }).first();
    await dialog.screenshot({ path, animations: 'disabled' });
  }

  /** Pastes into fields of the credential that is open, in the place of what they hold, and saves it; n8n tests it then. */
  async changeCredential(values: Record<string, string>): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [field, value] of Object.entries(values)) {
      const input = this.part(`parameter-input-${field}`).locator('input, textarea').first();
      await this.page.evaluate((text) => navigator.clipboard.writeText(text), value);
      await input.click();
      await this.page.keyboard.press('ControlOrMeta+A');
      await this.page.keyboard.press(value === '' ? 'Delete' : 'ControlOrMeta+V');
    }
    const tested = this.page.waitForResponse(/\/credentials\/test$/);
    await this.part('credential-save-button').click();
    return await (await tested).text();
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
    const path = join(this.screenshots, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }

  /** The canvas alone, without what lies around and above it. */
  async canvasPicture(name: string): Promise<void> {
    const path = join(this.screenshots, `${name}.png`);
    const canvas = this.page.locator('.vue-flow').first();
    // Away from what shows a button when it is pointed at.
    await this.page.mouse.move(0, 0);
    await this.page.waitForTimeout(millisecondsOfCanvasMoves);
    await canvas.screenshot({ path, animations: 'disabled', style: canvasOnly });
  }

  private part(testId: string): Locator {
    return this.page.locator(byPart(testId));
  }

  private nodeCreatorItem(name: string): Locator {
    return this.part('node-creator-item-name').getByText(name, { exact: true }).first();
  }

  private listEntries(): Locator {
    return this.part('rlc-item').filter({ visible: true });
  }
}

function byPart(testId: string): string {
  return `[data-test-id="${testId}"]`;
}
