import type { ServedKind } from '@kube-informer/cacher'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { usedMemory } from '../support/measure/memory.ts'

/** The memory of idle watches. */
export const cacherIdle: BenchCase = {
  name: 'cacher-idle',
  extra: true,
  description: '10,000 watches without events: heap and buffers of each',
  metrics: [{ key: 'bytes', unit: 'bytes a watch' }],
  setup: { watches: 10_000 },
  smoke: { watches: 500 },
  contenders: [
    { name: 'a ReadableStream with a pending read', run: openStreams, floor: true },
    { name: 'Cacher, for await', run: openIterators },
    { name: 'Cacher, the body of a response', run: openCacherBodies },
    { name: 'fake apiserver, the body of a response', run: openServerBodies },
  ],
}

/** The floor: streams with a pending read and no data. */
async function openStreams({ watches }: Setup): Promise<Sample> {
  return measureIdle(Number(watches), async count =>
    Array.from({ length: count }, () => {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const stream = new ReadableStream<Uint8Array>({
        start: given => {
          controller = given
        },
      })
      const reader = stream.getReader()
      return [controller, reader, reader.read()]
    }),
  )
}

/** Watches with bookmarks and a deadline, each with a pending `next()`. */
async function openIterators({ watches }: Setup): Promise<Sample> {
  const { filledCacher, FIRST } = await import('../support/cacher/filled-cacher.ts')
  const cacher = filledCacher()
  const sample = await measureIdle(Number(watches), async count => {
    const open: unknown[] = []
    for (let index = 0; index < count; index++) {
      const watch = await cacher.watch({
        namespace: 'default',
        resourceVersion: String(FIRST),
        allowWatchBookmarks: true,
      })
      const iterator = watch[Symbol.asyncIterator]()
      open.push([iterator, iterator.next()])
    }
    return open
  })
  cacher.stop()
  return sample
}

/** Watches of a Cacher over HTTP, each with a pending read. */
async function openCacherBodies({ watches }: Setup): Promise<Sample> {
  const { filledCacher, FIRST } = await import('../support/cacher/filled-cacher.ts')
  const { createCacherHandler } = await import('@kube-informer/cacher/http')
  const { systemClock } = await import('@kube-informer/core')
  const { pods } = await import('@kube-informer/testing')
  const cacher = filledCacher()
  const kind: ServedKind = {
    resource: pods,
    listKind: 'PodList',
    isBuiltIn: true,
    selectableFields: [],
    columns: async () => [],
  }
  const handler = createCacherHandler({ kind, reads: cacher, clock: systemClock })
  const sample = await measureIdle(Number(watches), async count => {
    const open: unknown[] = []
    for (let index = 0; index < count; index++) {
      const query = `watch=1&resourceVersion=${FIRST}&allowWatchBookmarks=true`
      const { body } = await handler(new Request(`http://cacher/api/v1/pods?${query}`))
      const reader = body?.getReader()
      open.push([reader, reader?.read()])
    }
    return open
  })
  if (cacher.openWatches < Number(watches)) throw new Error(`${cacher.openWatches} watches are open`)
  cacher.stop()
  return sample
}

/** Watches of the fake apiserver over HTTP, each with a pending read. */
async function openServerBodies({ watches }: Setup): Promise<Sample> {
  const { createFakeApiserver } = await import('@kube-informer/testing')
  const server = createFakeApiserver()
  const sample = await measureIdle(Number(watches), async count => {
    const open: unknown[] = []
    for (let index = 0; index < count; index++) {
      const query = `watch=1&resourceVersion=${server.rv}&allowWatchBookmarks=true`
      const { body } = await server.fetch(`http://fake/api/v1/pods?${query}`)
      const reader = body?.getReader()
      open.push([reader, reader?.read()])
    }
    return open
  })
  if (server.openWatches < Number(watches)) throw new Error(`${server.openWatches} watches are open`)
  server.dropWatches()
  return sample
}

/** Measures the memory of one of many idle instances, after the code that creates them is warm. */
async function measureIdle(
  count: number,
  open: (count: number) => Promise<readonly unknown[]>,
): Promise<Sample> {
  let kept = await open(100)
  const before = usedMemory()
  kept = [kept, await open(count)]
  const bytes = (usedMemory() - before) / count
  if (kept.length !== 2) throw new Error('nothing is open')
  return { bytes }
}
