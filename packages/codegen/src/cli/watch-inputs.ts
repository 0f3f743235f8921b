import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { sleep } from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import type { CliHost } from './cli-host.ts'
import { isSourceName } from './read-sources.ts'

/** Editors and `git checkout` change several files, or one file several times, at once. */
const SETTLE_MS = 100

/** Runs now, and again after each change of an input, until the host's signal aborts. */
export async function watchInputs(
  inputs: readonly string[],
  run: () => Promise<unknown>,
  host: CliHost,
): Promise<void> {
  while (!host.signal.aborted) {
    // Before the inputs are read, so that no later change is missed. Anew each time: folders come and go.
    const change = await nextChange(inputs, host)
    try {
      await run()
      await change.happened
    } finally {
      change.stop()
    }
    await sleep(host.clock, SETTLE_MS, host.signal)
  }
}

interface Change {
  /** Resolves at the first change, or at the end. */
  readonly happened: Promise<void>
  stop(): void
}

async function nextChange(inputs: readonly string[], host: CliHost): Promise<Change> {
  const { promise, resolve: happen } = withResolvers<void>()
  const stops = [onAbort(host.signal, () => happen())]
  for (const input of inputs)
    for (const { folder, concerns } of await watchedFolders(resolve(host.cwd, input)))
      stops.push(
        host.watchFolder(folder, name => {
          if (name === undefined || concerns(name)) happen()
        }),
      )
  return {
    happened: promise,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

interface Watched {
  readonly folder: string
  readonly concerns: (name: string) => boolean
}

/** A file is watched through its folder: an editor may replace it. A link is watched at both ends. */
async function watchedFolders(path: string): Promise<readonly Watched[]> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return [await watchedMissing(path)]
  const parent = { folder: dirname(path), concerns: (name: string) => name === basename(path) }
  if ((await stat(real)).isDirectory()) return [{ folder: real, concerns: isSourceName }, parent]
  return real === path
    ? [parent]
    : [parent, { folder: dirname(real), concerns: name => name === basename(real) }]
}

/** What is missing is watched in the nearest folder that exists: by its name there, and by the folder's own name if it goes. */
async function watchedMissing(path: string): Promise<Watched> {
  const folder = dirname(path)
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!isThere && dirname(folder) !== folder) return watchedMissing(folder)
  return { folder, concerns: name => name === basename(path) || name === basename(folder) }
}
