import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const FIRST_FRAME = fileURLToPath(new URL('../src/first-frame/main.ts', import.meta.url))
const CONSOLE = fileURLToPath(new URL('../src/main.tsx', import.meta.url))

/** Modules that the bundler adds to what imports them. */
const RUNTIME = /preload-helper|rolldown\/runtime/

/**
 * Two chunks instead of some seventy: what the first frame needs, and what the console needs besides. The pages themselves
 * are not in them: importing a chunk must not run a page.
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
        priority: 2,
      },
      {
        name: 'console',
        test: id => id !== CONSOLE && !id.endsWith('.html'),
        tags: ['$initial'],
        priority: 1,
      },
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
