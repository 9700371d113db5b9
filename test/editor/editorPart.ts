import type { Locator, Page } from 'playwright-core';

/** A part of n8n's editor. */
export class EditorPart {
  constructor(readonly page: Page) {}

  protected part(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  /** Until the canvas, or what opens above it, has come to rest. */
  protected async rest(): Promise<void> {
    await this.page.waitForTimeout(1000);
  }

  protected async save(of: Locator | Page, path: string, style?: string): Promise<void> {
    await of.screenshot({ path, animations: 'disabled', style });
  }
}
