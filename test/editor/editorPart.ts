import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** A part of n8n's editor. */
export class EditorPart {
  constructor(
    readonly page: Page,
    private readonly screenshots: string,
  ) {}

  protected part(testId: string): Locator {
    return this.page.locator(byPart(testId));
  }

  /** Until the canvas, or what opens above it, has come to rest. */
  protected async rest(): Promise<void> {
    await this.page.waitForTimeout(1000);
  }

  protected async save(of: Locator | Page, name: string, style?: string): Promise<void> {
    const path = join(this.screenshots, `${name}.png`);
    await of.screenshot({ path, animations: 'disabled', style });
  }
}

export function byPart(testId: string): string {
  return `[data-test-id="${testId}"]`;
}
