import { createKubeClient, UsageError } from '@kube-informer/core'
import { nodes, pods, secrets } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { MemoryContext } from '../../test/memory-objects.ts'
import { type DurableInformersOptions, durableInformers } from './durable-informers.ts'
import { storedCollectionOf } from './durable-resource.ts'

const SERVER = 'https://cluster.example'
const podOf = (name: string) => ({ metadata: { name, namespace: 'default' } })

/** A Durable Object in this process; `create` makes the informers of its next incarnation. */
function start(options: Partial<DurableInformersOptions> = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock })
  server.create(podOf('a'), pods)
  const context = new MemoryContext({ name: 'cluster', equals: () => true })
  const client = createKubeClient({ baseUrl: SERVER, fetch: server.fetch, clock })
  const create = () =>
    durableInformers(context, {
      client,
      server: SERVER,
      resources: [pods],
      clock,
      random: () => 0.5,
      ...options,
    })
  const requestsOf = (kind: string) =>
    server.requests.filter(each => each.kind === kind && each.query.limit !== '1').length
  const stored = () =>
    (context.storage.sql.exec('SELECT name FROM sqlite_schema').toArray() as { name: string }[])
      .filter(({ name }) => name.startsWith('kube_informer') && !name.includes('index'))
      .map(({ name }) => JSON.stringify(context.storage.sql.exec(`SELECT * FROM ${name}`).toArray()))
      .join()
  return { clock, server, context, create, requestsOf, stored }
}
const namesOf = (informers: ReturnType<typeof durableInformers>) =>
  informers
    .forResource(pods)
    .lister.list()
    .map(({ metadata }) => metadata?.name)

test('the informers of the declared resources can be used, and no others', () => {
  const informers = start({ resources: [pods, { resource: nodes }] }).create()
  const { informer, lister } = informers.forResource(pods)
  expect([informer.lister, informers.forResource(pods).informer]).toEqual([lister, informer])
  expect(informers.forResource(nodes).informer === (informer as unknown)).toBe(false)
  expect(() => informers.forResource(secrets)).toThrow(new UsageError('resources: v1/secrets is not listed'))
})

test('a resource that is listed twice is a usage error', () => {
  const { create } = start({ resources: [pods, { resource: pods }] })
  expect(create).toThrow(new UsageError('resources: v1/pods is listed twice'))
})

test('starts once, and sets an alarm every half a minute', async () => {
  const { clock, context, create, requestsOf } = start()
  const informers = create()
  expect([context.alarmAt, requestsOf('list')]).toEqual([null, 0])
  const at = clock.now()
  await informers.start()
  await informers.start()
  await clock.advance(1000)
  await informers.start()
  expect([context.alarmAt, namesOf(informers), requestsOf('list')]).toEqual([at + 30_000, ['a'], 1])
  await clock.advance(29_000)
  await informers.alarm()
  expect([context.alarmAt, requestsOf('list')]).toEqual([at + 60_000, 1])
  await informers.stop()
})

test('an alarm resumes after an eviction, without a list', async () => {
  const { clock, server, context, create, requestsOf } = start({ watchdogMs: 500 })
  const first = create()
  await first.start()
  await clock.advance(60_000)
  await first.stop()
  server.create(podOf('b'), pods)
  const at = clock.now()
  const second = create()
  await second.alarm()
  expect(context.alarmAt).toBe(at + 500)
  await clock.advance(1000)
  expect([namesOf(second), requestsOf('list')]).toEqual([['a', 'b'], 1])
  await second.stop()
})

test('after a stop there is no timer, request or alarm, and none follows', async () => {
  const { clock, server, context, create, stored } = start()
  const informers = create()
  await informers.start()
  await clock.advance(60_000)
  await informers.stop()
  expect([clock.pendingTimers, server.openWatches, context.alarmAt]).toEqual([0, 0, null])
  const requests = server.requests.length
  await informers.alarm()
  await expect(informers.start()).rejects.toThrow(UsageError)
  expect([context.alarmAt, server.requests.length, clock.pendingTimers]).toEqual([null, requests, 0])
  expect(stored()).toContain('uid')
  await informers.stop({ erase: true })
  expect(stored()).not.toContain('uid')
})

test('what is no longer declared is deleted at the start', async () => {
  const { clock, create, stored, context } = start()
  const first = create()
  await first.start()
  await clock.advance(60_000)
  await first.stop()
  const client = createKubeClient({
    baseUrl: SERVER,
    fetch: async () => new Response('', { status: 500 }),
    clock,
  })
  const next = durableInformers(context, { client, server: SERVER, resources: [nodes], clock })
  expect(stored()).toContain('uid')
  await next.start()
  expect(stored()).not.toContain('uid')
  await next.stop()
})

test('a collection is that of its namespace, selectors and shape; credentials are none', () => {
  expect(storedCollectionOf({ resource: pods }, SERVER)).toEqual({
    ...{ server: SERVER, resource: pods, namespace: undefined },
    ...{ labelSelector: undefined, fieldSelector: undefined, shape: '[null,null,null]' },
  })
  const transform = (object: object) => object
  const listWatch = {
    ...{
      namespace: 'n',
      labelSelector: { matchLabels: { app: 'web' } },
      fieldSelector: { 'spec.nodeName': 'n1' },
    },
    ...{ trim: ['spec'], pick: ['status'] },
  }
  expect(storedCollectionOf({ resource: pods, listWatch, informer: { transform } }, SERVER)).toEqual({
    ...{ server: SERVER, resource: pods, namespace: 'n' },
    ...{ labelSelector: 'app=web', fieldSelector: 'spec.nodeName=n1' },
    shape: JSON.stringify([['spec'], ['status'], String(transform)]),
  })
  expect(storedCollectionOf({ resource: pods, persist: false }, SERVER)).toBeUndefined()
  expect(storedCollectionOf({ resource: secrets }, SERVER)).toBeUndefined()
  expect(storedCollectionOf({ resource: secrets, persist: true }, SERVER)).toBeDefined()
})
