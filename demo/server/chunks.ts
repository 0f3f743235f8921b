import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const CONSOLE = source('main.tsx')

/** What the first rows need. */
const FIRST_FRAME = source('first-frame/main.ts')
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

/** Modules that the bundler adds to what imports them. */
const RUNTIME = /preload-helper|rolldown\/runtime/

/**
 * A chunk for each step of a first visit instead of some hundred and forty: what the first frame needs, what the console
 * needs besides, and what it loads meanwhile and afterwards. The pages themselves are not in them: importing a chunk must
 * not run a page.
 */
export function startChunks(): Rolldown.CodeSplittingOptions {
  let firstFrame: ReadonlySet<string> | undefined
  return {
    groups: [
      {
        name: (id, graph) => {
          firstFrame ??= importsOf(FIRST_FRAME, graph)
          return firstFrame.has(id) || RUNTIME.test(id) ? 'first-frame' : null
        },
        debugName: 'first-frame',
        tags: ['$initial'],
        priority: 4,
      },
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

/** A module and all that it imports, directly or not, except on demand. */
function importsOf(entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([entry])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
