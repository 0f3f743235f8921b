import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder of this process within the bundles: two commands that write to the same one empty it while the other one
 * serves it. Removes the folders of processes that ended without a chance to do so.
 */
export function bundleFolder(bundles: string): string {
  mkdirSync(bundles, { recursive: true })
  for (const name of readdirSync(bundles)) if (!isRunning(Number(name))) remove(join(bundles, name))
  return join(bundles, String(process.pid))
}

/** Removes the folder of a process, which may still write to it. */
export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Sends no signal, but throws where it could not. Zero would be the whole group of this process. */
function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
