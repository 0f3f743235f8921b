import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { KubernetesObject } from '@kube-informer/core'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { usedMemory } from '../support/measure/memory.ts'

/** The memory of a cache in front of an apiserver, such as a relay. */
export const cacherMemory: BenchCase = {
  name: 'cacher-memory',
  extra: true,
  description:
    'a cache of {count} Pods of 7 KB in front of an apiserver, after a list of a reader: heap and buffers after full collections; the total includes Node and the code',
  metrics: [
    { key: 'megabytes', unit: 'MB', digits: 1 },
    { key: 'totalMegabytes', unit: 'MB in total', digits: 1 },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 2 },
  ],
  setup: { count: 10_000 },
  smoke: { count: 500 },
  contenders: [
    { name: 'a Map of texts', run: keepTexts, floor: true },
    { name: 'objects', run: fillCache, setup: { form: 'object' } },
    { name: 'rows', run: fillCache, setup: { form: 'row' } },
    { name: 'rows, texts in SQLite', run: fillCache, setup: { form: 'row', store: true } },
  ],
}

/** `cacher-memory` with more Pods than fit into the memory of a Durable Object. */
export const cacherMemoryLarge: BenchCase = {
  ...cacherMemory,
  name: 'cacher-memory-large',
  setup: { count: 100_000 },
  contenders: [
    { name: 'a Map of texts', run: keepTexts, floor: true },
    { name: 'rows, texts in SQLite', run: fillCache, setup: { form: 'row', store: true } },
  ],
}

/** The floor of a cache in memory: a Map of the text of each Pod. */
async function keepTexts(setup: Setup): Promise<Sample> {
  const { encodeItems, versionedPods } = await import('../support/pods/wire.ts')
  const before = usedMemory()
  const texts = new Map<string, string>()
  for (const pod of versionedPods(setup)) {
    const { namespace, name } = pod.metadata
    const [text] = encodeItems([pod])
    if (text) texts.set(`${namespace}/${name}`, text.toString('latin1'))
  }
  const used = usedMemory()
  const megabytes = (used - before) / 1e6
  if (texts.size !== setup.count) throw new Error(`${texts.size} Pods`)
  return { megabytes, totalMegabytes: used / 1e6, kilobytesPerPod: (1000 * megabytes) / Number(setup.count) }
}

/** A cache in front of an apiserver, after its list and one list of a reader. */
async function fillCache(setup: Setup): Promise<Sample> {
  const { fieldsOfPod, pagedUpstream, podKind, sizeOf } = await import('../support/cacher/paged-upstream.ts')
  const { cacheFrom } = await import('@kube-informer/cacher')
  const { createCacherHandler } = await import('@kube-informer/cacher/http')
  const { createKubeClient, createListWatch, systemClock } = await import('@kube-informer/core')
  const { createSqlBodyStore, databaseSql } = await import('@kube-informer/core/snapshot')
  const { pods } = await import('@kube-informer/testing')
  const { count, form, store } = setup
  const directory = mkdtempSync(join(tmpdir(), 'root-'))
  const database = new DatabaseSync(join(directory, 'bodies.db'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  try {
    const before = usedMemory()
    const client = createKubeClient({ baseUrl: 'http://memory', fetch: pagedUpstream(setup) })
    const { cacher, run } = cacheFrom<KubernetesObject>({
      listerWatcher:
        form === 'row'
          ? createListWatch<KubernetesObject>(client, pods, { form: 'row', trim: [], encoding: 'json' })
          : createListWatch<KubernetesObject>(client, pods, { trim: [], share: false }),
      type: { kind: 'Pod', apiVersion: 'v1' },
      pageSize: 1000,
      fieldsOf: fieldsOfPod,
      fieldPaths: podKind.selectableFields,
      ...(store && {
        bodyStore: createSqlBodyStore({
          sql: databaseSql(database),
          collection: { server: 'http://memory', resource: pods },
        }),
        maxBodyBytes: 0,
      }),
    })
    const stopping = new AbortController()
    const running = run(stopping.signal)
    await cacher.ready()
    if (cacher.size !== count) throw new Error(`${cacher.size} Pods`)
    const handler = createCacherHandler({ kind: podKind, reads: cacher, clock: systemClock })
    const size = await sizeOf(await handler(new Request('http://relay/api/v1/pods?resourceVersion=0')))
    if (size < 6000 * Number(count)) throw new Error(`${size} bytes`)
    // References on the stack of the last task must be released first.
    await setTimeout(100)
    const used = usedMemory()
    const megabytes = (used - before) / 1e6
    stopping.abort()
    await running
    return { megabytes, totalMegabytes: used / 1e6, kilobytesPerPod: (1000 * megabytes) / Number(count) }
  } finally {
    database.close()
    rmSync(directory, { recursive: true })
  }
}
