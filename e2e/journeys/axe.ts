import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe checks. */
export interface AxeOptions {
  /** Whether to check contrasts only, for a page whose other rules have been checked. */
  readonly onlyColors: boolean
  /** Whether a menu is open, which is outside of the landmarks of the page. @default false */
  readonly isMenu?: boolean | undefined
}

/** What axe finds, in a form that a failure shows well. */
export async function axeFindings(page: Page, options: AxeOptions): Promise<readonly string[]> {
  // Another page for the report, as for frames of other origins, would take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (options.onlyColors) axe.withRules('color-contrast')
  // A menu has the focus, and everything else is hidden from assistive technology: a landmark would add nothing.
  else if (options.isMenu) axe.disableRules('region')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
}
