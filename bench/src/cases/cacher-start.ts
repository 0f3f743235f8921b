import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { KubernetesObject } from '@kube-informer/core'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'
import { loadFetch } from '../support/pods/requests.ts'
import { servePods } from '../support/servers.ts'

/** The start of a cache in front of an apiserver, such as a relay. */
export const cacherStart: BenchCase = {
  name: 'cacher-start',
  extra: true,
  description: 'a cache of {count} Pods of 7 KB: started -> the first bytes of a list of a reader',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'lists', unit: 'lists' },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 500, warmUps: 0 },
  start: servePods,
  contenders: [
    { name: 'from a list of the apiserver', run: startCache, floor: true },
    { name: 'from SQLite', run: startCache, setup: { isWarm: true } },
  ],
}

/** From the start of a cache to the first bytes of a list, from the apiserver or from what an earlier process stored. */
async function startCache(setup: Setup): Promise<Sample> {
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
  const { podKind } = await import('../support/cacher/paged-upstream.ts')
  const { cacheFrom } = await import('@kube-informer/cacher')
  const { createCacherHandler } = await import('@kube-informer/cacher/http')
  const { createKubeClient, createListWatch, systemClock } = await import('@kube-informer/core')
  const { databaseSql, SqlStateStore } = await import('@kube-informer/core/snapshot')
  const { pods } = await import('@kube-informer/testing')
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
