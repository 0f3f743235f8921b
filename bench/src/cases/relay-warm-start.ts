import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { loadFetch } from '../support/pods/requests.ts'
import { timeFirstList } from '../support/relay/first-list.ts'
import { servePods } from '../support/servers.ts'

/** The start of a relay until its first list. */
export const relayWarmStart: BenchCase = {
  name: 'relay-warm-start',
  extra: true,
  description:
    'a relay of {count} Pods of 7 KB in Node: from its start to the first byte of a list at resourceVersion=0',
  metrics: [
    { key: 'firstByteMs', unit: 'ms', digits: 1 },
    { key: 'lastByteMs', unit: 'ms to the last byte' },
    { key: 'lists', unit: 'lists of the apiserver' },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 500, warmUps: 0 },
  start: servePods,
  contenders: [
    { name: 'from a list of the apiserver', run: startRelay, floor: true },
    { name: 'from SQLite', run: startRelay, setup: { isWarm: true } },
  ],
}

/** From the start of a relay to the bytes of its first list. */
async function startRelay(setup: Setup): Promise<Sample> {
  const url = String(setup.url)
  const pods = Number(setup.count)
  await loadFetch(url)
  if (!setup.isWarm) return timeStart(url, undefined, pods)
  const directory = mkdtempSync(join(tmpdir(), 'warm-'))
  const file = join(directory, 'state.db')
  try {
    await timeStart(url, file, pods)
    const sample = await timeStart(url, file, pods)
    if (sample.lists !== 0) throw new Error(`the apiserver received ${sample.lists} lists`)
    return sample
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function timeStart(url: string, file: string | undefined, pods: number) {
  const { startRoot } = await import('../support/relay/root.ts')
  const { databaseSql } = await import('@kube-informer/core/snapshot')
  const database = file === undefined ? undefined : new DatabaseSync(file)
  database?.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  let root: ReturnType<typeof startRoot> | undefined
  const times = await timeFirstList(path => {
    root ??= startRoot(url, database && databaseSql(database))
    return root.fetch(new Request(`http://relay${path}`))
  }, pods)
  const lists = root?.lists() ?? 0
  await root?.stop()
  database?.close()
  return { ...times, lists }
}
