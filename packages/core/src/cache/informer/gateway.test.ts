import { createFakeApiserver, FakeClock, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { isUnexpectedServerError } from '../../api/errors.ts'
import { createKubeClient } from '../../client/kube-client.ts'
import { createListWatch } from '../../client/list-watch.ts'
import { RetryWatcher } from '../../watch-tools/retry-watcher.ts'
import { SharedIndexInformer } from './shared-index-informer.ts'

const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', namespace: 'd' } }

/** An informer behind a gateway. While that has a code, it answers with it and a page. */
function rig() {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: [pod] })
  const gateway = { code: 0, body: '<html>Attention required</html>', type: 'text/html' }
  const requests: string[] = []
  const client = createKubeClient({
    baseUrl: 'http://fake',
    clock,
    fetch: async (url, init) => {
      requests.push(url.includes('watch=') ? 'watch' : 'list')
      if (gateway.code === 0) return server.fetch(url, init)
      return new Response(gateway.body, { status: gateway.code, headers: { 'content-type': gateway.type } })
    },
  })
  const listerWatcher = createListWatch(client, pods)
  const informer = new SharedIndexInformer({ listerWatcher, clock, random: () => 0 })
  const stop = new AbortController()
  return { clock, server, gateway, requests, listerWatcher, informer, signal: stop.signal, stop }
}

test.each([401, 403, 404, 409, 410])(
  'T-ANS-8: a %i without a Status deletes nothing and lists nothing anew: the watch resumes',
  async code => {
    const { clock, server, gateway, requests, informer, signal, stop } = rig()
    const deleted: unknown[] = []
    informer.addEventHandler({ onDelete: object => void deleted.push(object) })
    const running = informer.run(signal)
    await clock.advance(1_000)
    expect(requests).toEqual(['list', 'watch'])
    gateway.code = code
    server.dropWatches()
    await clock.advance(60_000)
    expect(informer.indexer.listKeys()).toEqual(['d/a'])
    expect(informer.status).toMatchObject({ link: 'retrying', error: { code } })
    expect(isUnexpectedServerError(informer.status.error)).toBe(true)
    gateway.code = 0
    await clock.advance(60_000)
    expect(informer.status).toMatchObject({ link: 'live' })
    expect(informer.status.error).toBeUndefined()
    expect([requests.filter(each => each === 'list').length, deleted]).toEqual([1, []])
    stop.abort()
    await running
  },
)

test('T-ANS-8: an expired resourceVersion is one only with a Status', async () => {
  const { clock, server, gateway, requests, informer, signal, stop } = rig()
  const running = informer.run(signal)
  await clock.advance(1_000)
  const status = { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message: 'too old' }
  Object.assign(gateway, { code: 410, body: JSON.stringify(status), type: 'application/json' })
  server.dropWatches()
  await clock.advance(10_000)
  expect(requests.filter(each => each === 'list').length).toBeGreaterThan(1)
  stop.abort()
  await running
})

test.each([401, 403, 404])('T-ANS-8: a wait for the sync outlasts a %i without a Status', async code => {
  const { clock, gateway, informer, signal, stop } = rig()
  gateway.code = code
  const running = informer.run(signal)
  let outcome: unknown
  const synced = informer.synced().then(
    () => {
      outcome = 'synced'
    },
    error => {
      outcome = error
    },
  )
  await clock.advance(30_000)
  expect(outcome).toBeUndefined()
  gateway.code = 0
  await clock.advance(60_000)
  await synced
  expect(outcome).toBe('synced')
  stop.abort()
  await running
})

test('T-ANS-8: a wait for the sync of a resource that is not installed rejects, although it has no Status', async () => {
  const { clock, gateway, informer, signal, stop } = rig()
  Object.assign(gateway, { code: 404, body: '404 page not found\n', type: 'text/plain; charset=utf-8' })
  const running = informer.run(signal)
  const synced = expect(informer.synced()).rejects.toMatchObject({ code: 404 })
  await clock.advance(5_000)
  await synced
  stop.abort()
  await running
})

test.each([401, 403])('T-ANS-8: a RetryWatcher retries after a %i without a Status', async code => {
  const { clock, server, gateway, listerWatcher, signal, stop } = rig()
  const { resourceVersion = '' } = (await listerWatcher.list({}, { signal })).metadata
  gateway.code = code
  const events: string[] = []
  const watcher = new RetryWatcher({ listerWatcher, resourceVersion, signal, clock })
  const reading = (async () => {
    for await (const { type } of watcher) events.push(type)
    events.push('end')
  })()
  await clock.advance(5_000)
  expect(events).toEqual([])
  gateway.code = 0
  await clock.advance(5_000)
  server.create({ ...pod, metadata: { ...pod.metadata, name: 'b' } })
  await clock.advance(5_000)
  expect(events).toContain('ADDED')
  stop.abort()
  await clock.advance(1_000)
  await reading
})
