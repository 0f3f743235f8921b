import { FakeClock } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'
import { defineResource } from '../../api/resource.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { webSocketWatch } from '../../client/watches/websocket-watch.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const pod = { metadata: { name: 'a', namespace: 'n', uid: 'a', resourceVersion: '1' } }
const MODIFIED = `${JSON.stringify({ type: 'MODIFIED', object: pod })}\n`
const json = { headers: { 'content-type': 'application/json' } }

/** An informer of a server that answers lists with `list`, and watches with `watch` or over WebSocket. */
function follow(
  answers: { list?: (url: URL) => unknown; watch?: () => Response },
  WebSocket?: typeof globalThis.WebSocket,
  options: { watchList?: boolean } = {},
) {
  const clock = new FakeClock()
  const requests = { lists: 0, watches: 0 }
  const list = { metadata: { resourceVersion: '1' }, items: [pod] }
  const client = createKubeClient({
    baseUrl: 'https://cluster.example',
    clock,
    fetch: async url => {
      const target = new URL(url)
      const isWatch = target.searchParams.has('watch')
      requests[isWatch ? 'watches' : 'lists']++
      if (requests.watches > 1_000) await new Promise(() => {}) // A loop without delays would not end.
      if (isWatch && answers.watch) return answers.watch()
      return new Response(JSON.stringify(answers.list?.(target) ?? list), json)
    },
    ...(WebSocket && { webSocket: webSocketWatch({ WebSocket }), watchTransport: 'websocket' }),
  })
  const informer = new SharedIndexInformer({
    listerWatcher: createListWatch(client, pods),
    clock,
    random: () => 0,
    ...options,
  })
  const controller = new AbortController()
  const errors = new Set<string>()
  informer.subscribeStatus(() => {
    if (informer.status.error) errors.add(String(informer.status.error))
  })
  const done = informer.run(controller.signal)
  onTestFinished(async () => {
    controller.abort()
    await done
  })
  return { clock, requests, informer, errors }
}

/** A WebSocket that opens, says something, and is closed at once. */
function closing(texts: readonly string[], code: number) {
  const opened = { count: 0 }
  class ClosingWebSocket {
    onopen = () => {}
    onmessage = (_: { data: string }) => {}
    onclose = (_: { code: number }) => {}

    constructor() {
      opened.count++
      queueMicrotask(() => {
        this.onopen()
        for (const data of texts) this.onmessage({ data })
        this.onclose({ code })
      })
    }

    close() {}
  }
  return { opened, WebSocket: ClosingWebSocket as unknown as typeof WebSocket }
}

test.each([1000, 1006, 1011])(
  'WebSockets that are closed at once with %i are opened after the backoff',
  async code => {
    const { opened, WebSocket } = closing([], code)
    const { clock, requests, errors } = follow({}, WebSocket)
    await clock.advance(600_000)
    // 0.8 s, 1.6 s … 30 s, and again from the beginning after two minutes.
    expect(opened.count).toBeGreaterThan(20)
    expect(opened.count).toBeLessThan(60)
    expect(requests.lists).toBeLessThan(60)
    expect([...errors].join()).toMatch(/ended within a second without an event/)
  },
)

test('WebSockets that are closed at once after an event are opened after the backoff', async () => {
  const { opened, WebSocket } = closing([MODIFIED], 1000)
  const { clock, requests, errors, informer } = follow({}, WebSocket)
  await clock.advance(600_000)
  expect(opened.count).toBeGreaterThan(20)
  expect(opened.count).toBeLessThan(60)
  expect(requests.lists).toBe(1)
  expect([...errors].join()).toMatch(/the server ends every watch within a second/)
  expect(informer.indexer.size).toBe(1)
})

test('watches that end at once after an event are requested after the backoff', async () => {
  const { clock, requests, errors } = follow({ watch: () => new Response(MODIFIED, json) })
  await clock.advance(600_000)
  expect(requests.watches).toBeLessThan(60)
  expect(requests.lists).toBe(1)
  expect([...errors].join()).toMatch(/the server ends every watch within a second/)
})

test('a list that continues for ever is an error, and is requested again after the backoff', async () => {
  const repeating = follow({
    list: () => ({ metadata: { resourceVersion: '1', continue: 'x' }, items: [pod] }),
  })
  await repeating.clock.advance(600_000)
  expect(repeating.requests.lists).toBeLessThan(100)
  expect(String(repeating.informer.status.error)).toMatch(/the server repeats a continue token/)
  expect(repeating.informer.indexer.size).toBe(0)
})

test('a watch-list that has always expired is requested after the backoff', async () => {
  const expired = JSON.stringify({ kind: 'Status', code: 410, reason: 'Expired' })
  const watch = () => new Response(expired, { ...json, status: 410 })
  const { clock, requests } = follow({ watch }, undefined, { watchList: true })
  await clock.advance(600_000)
  expect(requests.watches).toBeLessThan(200)
})
