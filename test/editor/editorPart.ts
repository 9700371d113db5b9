import type { Locator, Page } from 'playwright-core';

export class EditorPart {
  constructor(readonly page: Page) {}

  protected part(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  /** Waits until animations have ended. */
  protected async settle(): Promise<void> {
    await this.page.waitForTimeout(1000);
  }

  protected async save(of: Locator | Page, path: string, style?: string): Promise<void> {
    await of.screenshot({ path, animations: 'disabled', style });
  }
}
