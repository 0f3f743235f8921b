// The rows of the Reflector once more, with a client, its streams and JSON in between.
import { vi } from 'vitest'

vi.mock('../../test/scripted-lister-watcher.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../test/scripted-lister-watcher.ts')>()
  const { overBytes } = await import('../../test/scripted-over-bytes.ts')
  return { ...original, ScriptedListerWatcher: overBytes(original.ScriptedListerWatcher) }
})

await import('./reflector.test.ts')
await import('./reflector-errors.test.ts')
await import('./reflector-stop.test.ts')
await import('./reflector-watch-list.test.ts')
await import('./list-pager.test.ts')
