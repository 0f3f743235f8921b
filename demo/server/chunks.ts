import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const CONSOLE = source('main.tsx')

/** What the console imports on demand, but at once. */
const AT_ONCE = ['shell/shell-hotkeys.tsx', 'table/table-notice.tsx'].map(source)
/** What the console imports on demand, but always: once it has shown rows. */
const AFTER_FIRST_ROWS = [
  'actions/action-host.tsx',
  'filter/suggested-filter.tsx',
  'shell/cluster-menu.tsx',
  'shell/namespace-combobox.tsx',
  'shell/user-menu.tsx',
  'shell/view-menu.tsx',
  'table/bulk-actions.tsx',
  'table/column-popover.tsx',
  'ui/select.tsx',
  'ui/toast-list.tsx',
  'ui/tooltip-popup.tsx',
].map(source)

/**
 * A chunk for each step of a first visit instead of some hundred and forty: what the console needs, and what it loads
 * meanwhile and afterwards. The pages themselves are not in them: importing a chunk must not run a page.
 */
export function startChunks(): Rolldown.CodeSplittingOptions {
  return {
    groups: [
      {
        name: 'console',
        test: id => id !== CONSOLE && !id.endsWith('.html'),
        tags: ['$initial'],
        priority: 3,
      },
      // With what they import, as far as no chunk of a higher priority has it.
      { name: 'at-once', test: id => AT_ONCE.includes(id), priority: 2 },
      { name: 'after-first-rows', test: id => AFTER_FIRST_ROWS.includes(id), priority: 1 },
    ],
  }
}
