import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseSql } from '@kube-informer/core/snapshot'
import type { Run } from '../bench-case.ts'
import { loadFetch } from '../pods/stream.ts'
import { timeFirstList } from './first-list.ts'
import { startRoot } from './root.ts'

/** From the start of a relay to the bytes of its first list. */
export const run: Run = async setup => {
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
