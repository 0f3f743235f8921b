import { expect, type Locator, type Page } from '@playwright/test'

/** Page object of the editor of an object's YAML. */
export class YamlEditor {
  readonly page: Page
  readonly content: Locator

  constructor(page: Page) {
    this.page = page
    this.content = page.getByTestId('yaml-edit')
  }

  /** Opens the editor, and puts the cursor at the end of a line. */
  static async open(page: Page, line = 'replicas:'): Promise<YamlEditor> {
    const editor = new YamlEditor(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByText('Ctrl Space completes')).toBeVisible()
    await editor.content.locator('.cm-line').filter({ hasText: line }).click()
    await page.keyboard.press('End')
    return editor
  }

  /** Types a value that the schema does not allow, and then another one instead. */
  async correct(mistake: string, value: string): Promise<void> {
    const marker = this.content.locator('.cm-lint-marker-error')
    await this.page.keyboard.type(mistake)
    await expect(marker).toBeVisible()
    await this.page.keyboard.press('Control+Backspace')
    await this.page.keyboard.type(value)
    await expect(marker).toBeHidden()
  }

  /** Opens the review, and expects what it shows of the edit. */
  async review(count: string, lines: readonly string[]): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Review' }).click()
    await expect(this.page.getByText(count)).toBeVisible()
    const diff = this.page.getByTestId('diff')
    await expect(diff.locator('.cm-changedLine')).toContainText([...lines])
    return diff
  }
}
