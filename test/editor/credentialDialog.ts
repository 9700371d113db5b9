import type { Locator } from 'playwright-core';
import { EditorPart } from './editorPart';

/** The credentials of the open node. */
export class CredentialDialog extends EditorPart {
  /** @param type needed for a node with credentials of several types */
  async choose(name: string, type?: string): Promise<void> {
    const hasText = type === undefined ? 'Credential' : `Credential for ${type}`;
    await this.pick(hasText, this.page.getByRole('option', { name }));
  }

  async create(): Promise<void> {
    const create = this.page.getByText('Create new credential').filter({ visible: true });
    await this.pick('Credential', create.first());
    await this.part('credential-edit-dialog').waitFor();
  }

  private async pick(hasText: string, option: Locator): Promise<void> {
    const choice = this.part('credentials-label').filter({ hasText }).first().locator('input');
    await choice.click();
    // n8n may draw a new field a second time, which closes its list.
    await option.waitFor({ timeout: 3_000 }).catch(() => choice.click());
    await option.click();
  }

  async fields(): Promise<string[]> {
    const labels = this.part('credential-edit-dialog').locator('label');
    await labels.first().waitFor();
    // The mark of a required field, "Fixed" and "Expression" follow the name.
    return (await labels.allInnerTexts()).map((text) => text.split(/[*\n]/)[0]?.trim() ?? '');
  }

  /** Replaces values of the open credential by pasting, and saves it. @returns result of the test that follows */
  async change(values: Record<string, string>): Promise<string> {
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

  /** Opens the node's credential, which n8n then tests. @returns text of the banner */
  async test(): Promise<string> {
    await this.part('credential-edit-button').click();
    const success = this.part('credentials-config-container-test-success');
    const failure = this.page
      .locator('[data-test-id=credential-edit-dialog] [class*=banner]')
      .filter({ visible: true });
    await success.or(failure).first().waitFor();
    return await success.or(failure).first().innerText();
  }

  /** Closes the credential if n8n has not done so after it was saved. */
  async leave(): Promise<void> {
    const dialog = this.part('credential-edit-dialog');
    await dialog.waitFor({ state: 'hidden', timeout: 3_000 }).catch(async () => {
      await this.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });
  }

  async picture(path: string): Promise<void> {
    await this.settle();
    const dialog = this.part('credential-edit-dialog').filter({ visible: true }).first();
    await this.save(dialog, path);
  }
}
