import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { namespaces } from '../object/resources.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, pod, watch } from '../test/fixtures.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
})

test('from a resourceVersion: past writes, then new ones', async () => {
  server.create(pod('a'))
  const from = server.rv
  server.create(pod('b'))
  server.update(pod('a', { labels: { x: '1' } }))
  const reading = await watch(server, `&resourceVersion=${from}`)
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED default/b', 'MODIFIED default/a'])
  server.delete(pod('b'))
  await clock.settle()
  expect(reading.texts.at(-1)).toBe('DELETED default/b')
  expect(reading.frames.at(-1)?.object).toMatchObject({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { resourceVersion: server.rv },
  })
})

test('without a resourceVersion: the state in key order, its end, then new writes', async () => {
  server.create(pod('z/b'))
  server.create(pod('a/b'))
  const reading = await watch(server, '&resourceVersion=0&allowWatchBookmarks=true')
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED a/b', 'ADDED z/b', 'BOOKMARK'])
  expect(reading.frames[2]?.object).toEqual({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { resourceVersion: server.rv, annotations: { 'k8s.io/initial-events-end': 'true' } },
  })
  server.update(pod('a/b', { labels: { x: '1' } }))
  await clock.settle()
  expect(reading.texts.at(-1)).toBe('MODIFIED a/b')
})

test('V15: an initial list without bookmarks has no end marker', async () => {
  server.create(pod('a'))
  const reading = await watch(server, '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan')
  await clock.advance(120_000)
  expect(reading.texts).toEqual(['ADDED default/a'])
})

test('sendInitialEvents=false starts with new writes', async () => {
  server.create(pod('a'))
  const reading = await watch(server, '&sendInitialEvents=false&resourceVersionMatch=NotOlderThan')
  server.create(pod('b'))
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED default/b'])
})

test('a selector turns changes into additions and deletions', async () => {
  server.create(pod('a', { labels: { app: 'x' } }))
  const reading = await watch(server, `&resourceVersion=${server.rv}&labelSelector=app%3Dx`)
  server.create(pod('b', { labels: { app: 'y' } }))
  server.update(pod('b', { labels: { app: 'x' } }))
  server.update(pod('b', { labels: { app: 'x', more: '1' } }))
  server.update(pod('a', { labels: { app: 'z' } }))
  const left = server.rv
  server.update(pod('a', { labels: { app: 'z', more: '1' } }))
  server.delete(pod('a'))
  await clock.settle()
  expect(reading.texts).toEqual(['ADDED default/b', 'MODIFIED default/b', 'DELETED default/a'])
  // The last content in view, with the resourceVersion of the write.
  expect(reading.frames[2]?.object.metadata).toMatchObject({ labels: { app: 'x' }, resourceVersion: left })
})

test('a namespaced watch has its own objects only', async () => {
  const seen: string[] = []
  const response = await server.fetch(`/api/v1/namespaces/one/pods?watch&resourceVersion=${server.rv}`)
  void response.body?.pipeTo(
    new WritableStream({ write: chunk => void seen.push(new TextDecoder().decode(chunk)) }),
  )
  server.create(pod('one-more/a'))
  server.create(pod('one/b'))
  await clock.settle()
  expect(seen.join('').trim().split('\n')).toHaveLength(1)
  expect(seen.join('')).toContain('"name":"b"')
})

test('a resourceVersion from before a compaction is a 410 in the stream', async () => {
  server.create(pod('a'))
  const from = server.rv
  server.create(pod('b'))
  server.compact()
  const reading = await watch(server, `&resourceVersion=${from}`)
  await clock.settle()
  expect(reading.response.status).toBe(200)
  expect(reading.frames).toEqual([
    {
      type: 'ERROR',
      object: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: `too old resource version: ${from} (${server.rv})`,
        reason: 'Expired',
        code: 410,
      },
    },
  ])
  expect(reading.ended).toBe(true)
  const atFloor = await watch(server, `&resourceVersion=${server.rv}`)
  await clock.settle()
  expect(atFloor.ended).toBe(false)
})

test('the oldest writes are discarded at the limit', async () => {
  const from = server.rv
  await watch(server, '')
  // Writes of the last minute are kept, regardless of their number.
  for (let i = 0; i < 100; i++) server.create(pod(`p-${i}`))
  await clock.advance(120_000)
  for (let i = 0; i < 50; i++) server.create(pod(`q-${i}`))
  const reading = await watch(server, `&resourceVersion=${from}`)
  const recent = await watch(server, `&resourceVersion=${Number(server.rv) - 60}`)
  await clock.settle()
  expect(reading.frames[0]?.object.code).toBe(410)
  expect(recent.frames).toHaveLength(60)
})

test('historyLimit: newer writes are discarded beyond it', async () => {
  server = createFakeApiserver({ clock, historyLimit: 200 })
  const from = server.rv
  await watch(server, '')
  for (let i = 0; i < 500; i++) server.create(pod(`p-${i}`))
  const reading = await watch(server, `&resourceVersion=${from}`)
  const recent = await watch(server, `&resourceVersion=${Number(server.rv) - 150}`)
  await clock.settle()
  expect(reading.frames[0]?.object.code).toBe(410)
  expect(recent.frames).toHaveLength(150)
  const past = `/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=${from}`
  expect((await server.fetch(past)).status).toBe(410)
})

test('relist() ends the watches, and no resourceVersion can resume', async () => {
  server.create(pod('a'))
  const from = server.rv
  const reading = await watch(server, `&resourceVersion=${from}`)
  server.relist()
  await clock.settle()
  expect(reading.ended).toBe(true)
  expect(reading.frames).toEqual([])
  const resumed = await watch(server, `&resourceVersion=${from}`)
  await clock.settle()
  expect(resumed.frames[0]?.object.reason).toBe('Expired')
  // Earlier states can still be read, as from etcd.
  expect(
    await getJson(server, `/api/v1/pods?resourceVersion=${from}&resourceVersionMatch=Exact`),
  ).toMatchObject({
    metadata: { resourceVersion: from },
  })
})

test('dropWatches() ends the watches, which can resume', async () => {
  const from = server.rv
  const reading = await watch(server, `&resourceVersion=${from}`)
  server.create(pod('a'))
  server.dropWatches()
  await clock.settle()
  expect(reading).toMatchObject({ ended: true, error: undefined, texts: ['ADDED default/a'] })
  const resumed = await watch(server, `&resourceVersion=${from}`)
  await clock.settle()
  expect(resumed.texts).toEqual(['ADDED default/a'])
})

test('bookmarks: one a minute, some before the end, none that repeats the start', async () => {
  const started = clock.now()
  const reading = await watch(
    server,
    `&resourceVersion=${server.rv}&allowWatchBookmarks=true&timeoutSeconds=200`,
  )
  await clock.advance(65_000)
  expect(reading.frames).toEqual([])
  // A write to another resource advances the bookmark, too.
  server.create({ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'n' } }, namespaces)
  const times: number[] = []
  for (let seen = 0; !reading.ended; ) {
    await clock.advance(1000)
    for (; seen < reading.frames.length; seen++) times.push((clock.now() - started) / 1000)
  }
  // A real server’s ticks are slightly more than a second apart.
  const [second = 0, third = 0, ...last] = times
  const isWithin = (time: number, from: number, to: number) => time >= from && time <= to
  expect([isWithin(second, 119, 123), isWithin(third, 179, 185)]).toEqual([true, true])
  expect(last.length).toBeGreaterThan(0)
  expect(last.every(time => isWithin(time, 197, 200))).toBe(true)
  for (const { object } of reading.frames) expect(object.metadata?.resourceVersion).toBe(server.rv)
  expect((clock.now() - started) / 1000).toBe(200)
  expect(clock.pendingTimers).toBe(0)
})

test('without timeoutSeconds a watch ends between half an hour and an hour', async () => {
  const reading = await watch(server, '&resourceVersion=0')
  await clock.advance(30 * 60_000 - 1)
  expect(reading.ended).toBe(false)
  await clock.advance(30 * 60_000)
  expect(reading.ended).toBe(true)
})

test('an abort closes the watch and clears its timer', async () => {
  const reading = await watch(server, '&resourceVersion=0&allowWatchBookmarks=true')
  await clock.settle()
  expect(server.openWatches).toBe(1)
  reading.controller.abort()
  expect(server.openWatches).toBe(0)
  expect(clock.pendingTimers).toBe(0)
  await clock.settle()
  expect(reading.error).toMatchObject({ name: 'AbortError' })
})

test('an abort works after the request was garbage collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { signal, abort } = abortable()
  const body = await (async () => {
    const request = new Request('http://fake/api/v1/pods?watch=1', { signal })
    return (await server.fetch(request)).body
  })()
  for (let i = 0; i < 5; i++) {
    await clock.settle()
    collect()
  }
  abort()
  expect(server.openWatches).toBe(0)
  await expect(body?.getReader().read()).rejects.toMatchObject({ name: 'AbortError' })
})

const abortable = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('cancelling the body closes the watch and clears its timer', async () => {
  const response = await server.fetch('/api/v1/pods?watch=1')
  await response.body?.cancel()
  expect(server.openWatches).toBe(0)
  expect(clock.pendingTimers).toBe(0)
})

test('a synchronous burst of writes is one chunk', async () => {
  const response = await server.fetch(`/api/v1/pods?watch=1&resourceVersion=${server.rv}`)
  const reader = response.body?.getReader()
  const first = reader?.read()
  for (const name of ['a', 'b', 'c']) server.create(pod(name))
  const lines = new TextDecoder()
    .decode((await first)?.value)
    .trim()
    .split('\n')
  expect(lines).toHaveLength(3)
})

test('a large initial list has many chunks, encoded while it is read', async () => {
  server = createFakeApiserver({ clock, objects: generatePods({ count: 100 }) })
  const response = await server.fetch('/api/v1/pods?watch=1&resourceVersion=0&allowWatchBookmarks=1')
  let chunks = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    chunks++
    text += new TextDecoder().decode(chunk)
    if (text.includes('initial-events-end')) break
  }
  expect(text.trim().split('\n')).toHaveLength(101)
  expect(chunks).toBeGreaterThan(8)
})

test('a watch without a reader ends after its buffered events', async () => {
  server = createFakeApiserver({ clock, watchBuffer: 5 })
  const response = await server.fetch(`/api/v1/pods?watch=1&resourceVersion=${server.rv}`)
  for (let i = 0; i < 50; i++) server.create(pod(`p-${i}`))
  await clock.advance(1000)
  const lines = (await response.text()).trim().split('\n')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(12)
  expect(server.openWatches).toBe(0)
})

test('a synchronous burst of 5,000 writes ends no watch', async () => {
  const { rv } = server
  const readings = [await watch(server, `&resourceVersion=${rv}`), await watch(server, '')]
  for (let i = 0; i < 5000; i++) server.create(pod(`p-${i}`))
  await clock.advance(1000)
  for (const { texts, ended } of readings) {
    expect(ended).toBe(false)
    expect(texts.filter(text => text.startsWith('ADDED'))).toHaveLength(5000)
  }
})

test('idle() waits until every watch has delivered its events', async () => {
  const response = await server.fetch(`/api/v1/pods?watch=1&resourceVersion=${server.rv}`)
  await server.idle()
  server.create(pod('a'))
  let idle = false
  const waiting = server.idle().then(() => {
    idle = true
  })
  await clock.settle()
  expect(idle).toBe(false)
  await response.body?.getReader().read()
  await waiting
  expect(idle).toBe(true)
})

test.each([
  ['sendInitialEvents=true', 422, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
  [
    'resourceVersionMatch=NotOlderThan&resourceVersion=1',
    422,
    'is forbidden for watch unless sendInitialEvents is provided',
  ],
  [
    'sendInitialEvents=true&resourceVersionMatch=Exact',
    422,
    'Unsupported value: "Exact": supported values: "NotOlderThan"',
  ],
  ['continue=x', 422, 'resourceVersionMatch is forbidden when continue is provided'],
  ['resourceVersion=abc', 500, 'strconv.ParseUint: parsing "abc": invalid syntax'],
  ['timeoutSeconds=abc', 400, 'strconv.ParseInt'],
  ['labelSelector=a+in+(', 400, 'unable to parse requirement'],
])('V: a watch with %s is a %i', async (query, code, text) => {
  const response = await server.fetch(`/api/v1/pods?watch=true&${query}`)
  expect(response.status).toBe(code)
  expect(((await response.json()) as { message: string }).message).toContain(text)
})

test('V26: watch=0 and watch=false are lists', async () => {
  for (const value of ['0', 'false', 'FALSE'])
    expect(await getJson(server, `/api/v1/pods?watch=${value}`)).toMatchObject({ kind: 'PodList' })
})
