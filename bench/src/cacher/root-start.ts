import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cacheFrom } from '@kube-informer/cacher'
import { createCacherHandler } from '@kube-informer/cacher/http'
import { createKubeClient, createListWatch, type KubernetesObject, systemClock } from '@kube-informer/core'
import { databaseSql, SqlStateStore } from '@kube-informer/core/snapshot'
import { pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { loadFetch } from '../pods/stream.ts'
import { podKind } from './paged-upstream.ts'

/** From the start of a cache to the first bytes of a list, from the apiserver or from what an earlier process stored. */
export async function run(setup: Setup): Promise<Sample> {
  await loadFetch(setup.url)
  const directory = mkdtempSync(join(tmpdir(), 'root-'))
  const file = join(directory, 'state.db')
  try {
    if (setup.isWarm) await firstBytes(file, setup)
    const { lists, ...lap } = await firstBytes(setup.isWarm ? file : ':memory:', setup)
    if (lists !== (setup.isWarm ? 0 : 1)) throw new Error(`${lists} lists`)
    return { ...lap, lists }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function firstBytes(file: string, { url, count }: Setup) {
  let lists = 0
  const client = createKubeClient({
    baseUrl: String(url),
    fetch: (input, init) => {
      if (!String(input).includes('watch=')) lists++
      return fetch(input, init)
    },
  })
  const database = new DatabaseSync(file)
  const stopwatch = startStopwatch()
  const store = new SqlStateStore({
    sql: databaseSql(database),
    collection: { server: String(url), resource: pods },
  })
  const stored = store.load()
  const { cacher, run } = cacheFrom<KubernetesObject>({
    listerWatcher: createListWatch<KubernetesObject>(client, pods, {
      form: 'row',
      trim: [],
      encoding: 'json',
    }),
    type: { kind: 'Pod', apiVersion: 'v1' },
    stored,
    log: file === ':memory:' ? undefined : store,
  })
  const stopping = new AbortController()
  const running = run(stopping.signal)
  await cacher.ready()
  const handler = createCacherHandler({ kind: podKind, reads: cacher, clock: systemClock })
  const { body } = await handler(new Request('http://relay/api/v1/pods?resourceVersion=0'))
  const first = await body?.getReader().read()
  const lap = stopwatch()
  if (cacher.size !== count || !first?.value?.length) throw new Error(`${cacher.size} Pods`)
  stopping.abort()
  await running
  store.close()
  database.close()
  return { ...lap, lists }
}
