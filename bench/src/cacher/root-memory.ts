import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { cacheFrom } from '@kube-informer/cacher'
import { createCacherHandler } from '@kube-informer/cacher/http'
import { createKubeClient, createListWatch, type KubernetesObject, systemClock } from '@kube-informer/core'
import { createSqlBodyStore, databaseSql } from '@kube-informer/core/snapshot'
import { pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'
import { fieldsOfPod, pagedUpstream, podKind, sizeOf } from './paged-upstream.ts'

/** A cache in front of an apiserver, after its list and one list of a reader. */
export async function run(setup: Setup): Promise<Sample> {
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
