import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

const PATIENCE_MS = 3_000

/** Resolves when the browser starts to write to its IndexedDB, or after a timeout. */
export function nextDiskWrite(profile: string): Promise<void> {
  return new Promise(resolve => {
    const watcher = watchDatabases(profile, end)
    const timer = setTimeout(end, PATIENCE_MS)
    function end(): void {
      clearTimeout(timer)
      watcher?.close()
      resolve()
    }
  })
}

function watchDatabases(profile: string, onWrite: () => void): FSWatcher | undefined {
  try {
    return watch(join(profile, 'Default', 'IndexedDB'), { recursive: true }, onWrite)
  } catch {
    // Nothing has been written yet.
    return undefined
  }
}
