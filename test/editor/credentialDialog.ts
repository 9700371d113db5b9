import type { Locator } from 'playwright-core';
import { EditorPart } from './editorPart';

/** The choice of credentials of the open node, and the dialog of a credential. */
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
    // n8n may render a new field twice, which closes its list.
    await option.waitFor({ timeout: 3_000 }).catch(() => choice.click());
    await option.click();
  }

  async readFieldNames(): Promise<string[]> {
    const labels = this.part('credential-edit-dialog').locator('label');
    await labels.first().waitFor();
    // The name may be followed by the mark of a required field, "Fixed" and "Expression".
    return (await labels.allInnerTexts()).map((text) => text.split(/[*\n]/)[0]?.trim() ?? '');
  }

  /** Pastes values into the open credential, and saves it. @returns result of n8n's test of the credential */
  async change(values: Record<string, string>): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [field, value] of Object.entries(values)) {
      const input = this.part(`parameter-input-${field}`).locator('input, textarea').first();
      await this.page.evaluate((text) => navigator.clipboard.writeText(text), value);
      await input.click();
      await this.page.keyboard.press('ControlOrMeta+A');
      await this.page.keyboard.press(value === '' ? 'Delete' : 'ControlOrMeta+V');
    }
    const testResponse = this.page.waitForResponse(/\/credentials\/test$/);
    await this.part('credential-save-button').click();
    return await (await testResponse).text();
  }

  /** Opens the credential of the node, which n8n then tests. @returns text of the banner */
  async test(): Promise<string> {
    await this.part('credential-edit-button').click();
    const success = this.part('credentials-config-container-test-success');
    const failure = this.page
      .locator('[data-test-id=credential-edit-dialog] [class*=banner]')
      .filter({ visible: true });
    await success.or(failure).first().waitFor();
    return await success.or(failure).first().innerText();
  }

  /** Closes the dialog if n8n has not closed it after saving. */
  async leave(): Promise<void> {
    const dialog = this.part('credential-edit-dialog');
    await dialog.waitFor({ state: 'hidden', timeout: 3_000 }).catch(async () => {
      await this.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });
  }

  async takePicture(path: string): Promise<void> {
    await this.settle();
    const dialog = this.part('credential-edit-dialog').filter({ visible: true }).first();
    await this.save(dialog, path);
  }
}
