import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../tools/engines/engine.ts'

const PATIENCE_MS = 3_000

/** The folder of a profile with the databases. */
const DATABASES: Readonly<Record<Engine, string>> = {
  chromium: 'Default/IndexedDB',
  firefox: 'storage/default',
  webkit: 'data',
}

/** Resolves when the browser starts to write to its IndexedDB, or after a timeout. */
export function nextDiskWrite(profile: string, engine: Engine): Promise<void> {
  return new Promise(resolve => {
    const watcher = watchDatabases(join(profile, DATABASES[engine]), end)
    const timer = setTimeout(end, PATIENCE_MS)
    function end(): void {
      clearTimeout(timer)
      watcher?.close()
      resolve()
    }
  })
}

function watchDatabases(folder: string, onWrite: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true }, onWrite)
  } catch {
    // Nothing has been written yet.
    return undefined
  }
}
