import type { Fetch } from '@kube-informer/core'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { definitionOf, discoveryRig, namesOf } from '../../test/discovery-rig.ts'

const GROUP = 'example.com'
const WIDGETS = 'example.com/v1/widgets'

describe('the state', () => {
  test('has every resource, frozen, in order of preference, once the first subscriber has come', async () => {
    const { clock, open, discoveries } = discoveryRig()
    const { discovery } = open()
    await clock.settle()
    expect([discoveries(), discovery.getState()]).toMatchObject([0, { data: 'none', resources: [] }])
    discovery.subscribe(() => {})
    await clock.settle()
    const state = discovery.getState()
    expect(discoveries()).toBe(1)
    expect([state.data, state.error, state.failures]).toEqual(['complete', undefined, {}])
    expect(state.groups[0]?.name).toBe('')
    const all = namesOf(state.resources)
    expect(all).toContain('apps/v1/deployments')
    expect(all.indexOf('autoscaling/v2/horizontalpodautoscalers')).toBeLessThan(
      all.indexOf('autoscaling/v1/horizontalpodautoscalers'),
    )
    const frozen = [state, state.resources, state.resources[0], state.groups[0]?.versions]
    expect(frozen.every(Object.isFrozen)).toBe(true)
    expect(discovery.getState()).toBe(state)
  })

  test('is shared by all pages of an identity, also by those that come later', async () => {
    const { clock, follow, server, discoveries } = discoveryRig()
    const pages = [follow(), follow()]
    await clock.settle()
    pages.push(follow())
    await clock.advance(1_000)
    expect(discoveries()).toBe(1)
    expect(pages.map(({ getState }) => getState().data)).toEqual(Array(3).fill('complete'))
    server.create(definitionOf('widgets'))
    await clock.advance(1_000)
    expect(discoveries()).toBe(2)
    for (const { getState } of pages) expect(namesOf(getState().resources)).toContain(WIDGETS)
  })

  test('does not change, and nothing is sent, when a discovery finds the same', async () => {
    const { clock, follow, discoveries } = discoveryRig()
    const { states } = follow()
    await clock.advance(61_000)
    expect([discoveries(), states.length]).toEqual([2, 2])
  })

  test('keeps the references of groups that did not change', async () => {
    const { clock, server, follow } = discoveryRig()
    const { getState } = follow()
    await clock.advance(1_000)
    const before = getState()
    server.create(definitionOf('widgets'))
    await clock.advance(1_000)
    const after = getState()
    expect(after.groups.filter(group => !before.groups.includes(group)).map(({ name }) => name)).toEqual([
      GROUP,
    ])
    expect(before.resources.every(resource => after.resources.includes(resource))).toBe(true)
  })
})

describe('CustomResourceDefinitions', () => {
  test('are watched as metadata; kinds and versions come and go with them', async () => {
    const accepted: (string | null)[] = []
    const recording =
      (fetch: Fetch): Fetch =>
      (url, init) => {
        if (url.includes('/customresourcedefinitions'))
          accepted.push(new Headers(init?.headers).get('accept'))
        return fetch(url, init)
      }
    const { clock, server, follow, discoveries } = discoveryRig({ through: recording })
    const { getState } = follow()
    const shown = () => namesOf(getState().resources, GROUP)
    await clock.advance(1_000)
    server.create(definitionOf('widgets'))
    await clock.advance(200)
    expect(shown()).toEqual([WIDGETS])
    server.update(definitionOf('widgets', 'v1', 'v2'))
    await clock.advance(1_000)
    expect(shown()).toEqual(['example.com/v2/widgets', WIDGETS])
    server.delete(definitionOf('widgets'))
    await clock.advance(1_000)
    expect([shown(), discoveries()]).toEqual([[], 4])
    const reads = server.requests.filter(({ resource }) => resource === 'customresourcedefinitions')
    expect(reads.map(({ kind }) => kind)).toEqual(['list', 'watch'])
    expect(accepted.map(accept => accept?.includes('PartialObjectMetadata'))).toEqual([true, true])
  })

  test('that are created together are discovered together', async () => {
    const { clock, server, follow, discoveries } = discoveryRig()
    const { getState, states } = follow()
    await clock.advance(1_000)
    const plurals = Array.from({ length: 20 }, (_, index) => `k${index}s`)
    for (const plural of plurals) server.create(definitionOf(plural))
    await clock.advance(1_000)
    expect(namesOf(getState().resources, GROUP)).toHaveLength(20)
    expect([discoveries(), states.length]).toEqual([2, 3])
  })

  test('that the discovery does not have yet, or still has, are asked for again', async () => {
    let old: Promise<Response> | undefined
    const lagging =
      (fetch: Fetch): Fetch =>
      async (url, init) =>
        old && new URL(url).pathname === '/apis' ? (await old).clone() : fetch(url, init)
    const { clock, server, follow } = discoveryRig({ through: lagging })
    const { getState } = follow()
    const shown = () => namesOf(getState().resources, GROUP)
    await clock.advance(1_000)
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json'
    const lag = async (change: () => void) => {
      old = server.fetch('http://fake/apis', { headers: { accept } })
      await old
      change()
      await clock.advance(500)
      const meanwhile = shown()
      old = undefined
      await clock.advance(1_000)
      return [meanwhile, shown()]
    }
    expect(await lag(() => server.create(definitionOf('widgets')))).toEqual([[], [WIDGETS]])
    expect(await lag(() => server.delete(definitionOf('widgets')))).toEqual([[WIDGETS], []])
  })

  test('whose change is not visible in the discovery cost a few discoveries only', async () => {
    const { clock, server, follow, discoveries } = discoveryRig()
    server.create(definitionOf('widgets'))
    follow()
    await clock.advance(1_000)
    const before = discoveries()
    const widgets = definitionOf('widgets')
    server.update({ ...widgets, metadata: { ...widgets.metadata, labels: { a: 'b' } } })
    await clock.advance(50_000)
    expect(discoveries() - before).toBe(3)
  })

  test('that cannot be watched are noticed within a minute', async () => {
    const authorize = ({ resource }: { readonly resource: string }) =>
      resource !== 'customresourcedefinitions'
    const { clock, server, follow, discoveries } = discoveryRig({ server: { authorize } })
    const { getState } = follow()
    await clock.advance(30_000)
    server.create(definitionOf('widgets'))
    await clock.advance(31_000)
    expect(namesOf(getState().resources)).toContain(WIDGETS)
    expect([discoveries(), getState().error]).toEqual([2, undefined])
    await clock.advance(600_000)
    expect(discoveries()).toBe(12)
  })

  test('that are watched leave a discovery every ten minutes', async () => {
    const { clock, server, follow, discoveries } = discoveryRig()
    follow()
    await clock.advance(3_600_000)
    // One after a minute, for what has changed between the discovery and the watch.
    expect(discoveries()).toBe(1 + 1 + 5)
    expect(server.list(customResourceDefinitions)).toEqual([])
  })
})

describe('a discovery that fails', () => {
  test('keeps what is known, says why, and is repeated soon', async () => {
    const { clock, server, follow } = discoveryRig()
    const { getState } = follow()
    await clock.advance(1_000)
    const { resources } = getState()
    server.faults.add({ match: { pathPattern: '/api*' }, action: { type: 'drop' } })
    await clock.advance(61_000)
    expect(getState()).toMatchObject({ data: 'complete', error: { name: 'ConnectionError' } })
    expect(getState().resources).toBe(resources)
    server.faults.clear()
    await clock.advance(60_000)
    expect([getState().error, getState().resources === resources]).toEqual([undefined, true])
  })

  test('is an error without data at the beginning', async () => {
    const { clock, server, follow, discoveries } = discoveryRig()
    server.faults.add({ match: { pathPattern: '/api*' }, action: { type: 'status', code: 403 } })
    const { getState } = follow()
    await clock.advance(10_000)
    expect(getState()).toMatchObject({
      data: 'none',
      resources: [],
      error: { name: 'StatusError', code: 403 },
    })
    // After 1, 2, 4 seconds.
    expect(discoveries()).toBe(4)
    server.faults.clear()
    await clock.advance(30_000)
    expect(getState()).toMatchObject({ data: 'complete', error: undefined })
  })

  test('in one group keeps the last known resources of that group, and names it', async () => {
    let isDown = false
    const aggregator =
      (fetch: Fetch): Fetch =>
      async (url, init) => {
        const response = await fetch(url, init)
        if (!isDown || new URL(url).pathname !== '/apis') return response
        const body = await response.json()
        for (const group of body.items.filter(
          ({ metadata }: { metadata: { name: string } }) => metadata.name === GROUP,
        ))
          group.versions = [{ version: 'v1', freshness: 'Stale' }]
        return Response.json(body, { headers: response.headers })
      }
    const { clock, server, follow } = discoveryRig({ through: aggregator })
    server.create(definitionOf('widgets'))
    const { getState, connection } = follow()
    await clock.advance(1_000)
    const { resources } = getState()
    isDown = true
    const state = await connection.discovery.refresh()
    expect(state.data).toBe('complete')
    expect(state.failures).toEqual({
      'example.com/v1': new Error('stale GroupVersion discovery: example.com/v1'),
    })
    expect(namesOf(state.resources)).toEqual(namesOf(resources))
    expect(state.groups.find(({ name }) => name === GROUP)?.versions).toMatchObject([{ stale: true }])
    isDown = false
    await clock.advance(61_000)
    expect(getState()).toMatchObject({ failures: {} })
    expect(getState().resources).toEqual(resources)
  })
})

describe('the end', () => {
  test('follows the last subscriber: no request, no watch and no timer is left', async () => {
    const { clock, server, host, follow, discoveries } = discoveryRig({ host: { retainMs: 1_000 } })
    const { unsubscribe, connection } = follow()
    await clock.advance(1_000)
    unsubscribe()
    await clock.advance(20_000)
    server.create(definitionOf('widgets'))
    await clock.advance(9_000)
    expect(discoveries()).toBe(2)
    await clock.advance(60_000)
    server.create(definitionOf('gadgets'))
    await clock.advance(3_600_000)
    expect(discoveries()).toBe(2)
    connection.close()
    host.close()
    expect(clock.pendingTimers).toBe(0)
  })

  test('leaves what is known to the next subscriber, until the server has answered again', async () => {
    const { clock, server, open, follow } = discoveryRig()
    // Keeps the cluster.
    open()
    const { unsubscribe } = follow()
    await clock.advance(1_000)
    unsubscribe()
    await clock.advance(60_000)
    server.create(definitionOf('widgets'))
    const { states } = follow()
    await clock.advance(1_000)
    expect(states.map(({ data, resources }) => [data, namesOf(resources).includes(WIDGETS)])).toEqual([
      ['none', false],
      ['cached', false],
      ['complete', true],
    ])
  })

  test('is postponed by a subscriber that comes back in time, which receives nothing twice', async () => {
    const { clock, open, discoveries } = discoveryRig()
    const { discovery } = open()
    let calls = 0
    for (let i = 0; i < 5; i++) {
      const unsubscribe = discovery.subscribe(() => calls++)
      await clock.advance(1_000)
      unsubscribe()
    }
    expect([discoveries(), calls]).toEqual([1, 1])
  })

  test('stops a discovery in flight', async () => {
    const { clock, server, host, follow } = discoveryRig()
    server.faults.add({ match: { pathPattern: '/api*' }, action: { type: 'delay', ms: 5_000 } })
    const { states } = follow()
    await clock.settle()
    host.close()
    await clock.advance(60_000)
    expect([states.length, clock.pendingTimers]).toEqual([1, 0])
  })

  test('of a page leaves the others as they are; after a sign-out nothing is shown', async () => {
    const { clock, server, follow } = discoveryRig()
    const [first, second] = [follow(), follow()]
    await clock.advance(1_000)
    first.connection.close()
    server.create(definitionOf('widgets'))
    await clock.advance(1_000)
    expect(namesOf(second.getState().resources)).toContain(WIDGETS)
    const done = second.connection.signOut()
    expect(second.getState()).toMatchObject({ data: 'none', resources: [] })
    await clock.advance(1_000)
    await done
  })
})

describe('refresh', () => {
  test('discovers again, and resolves with the new state, also without subscribers', async () => {
    const { open, discoveries } = discoveryRig()
    const { discovery } = open()
    const state = await discovery.refresh()
    expect([state.data, discoveries()]).toEqual(['complete', 1])
    expect(discovery.getState()).toBe(state)
    expect(await discovery.refresh()).toBe(state)
    expect(discoveries()).toBe(2)
  })

  test('shares one discovery with calls that came while another one was in flight', async () => {
    const { clock, server, open, discoveries } = discoveryRig()
    const { discovery } = open()
    const first = discovery.refresh()
    await clock.settle()
    server.faults.add({ match: { pathPattern: '/api*' }, times: 2, action: { type: 'delay', ms: 1_000 } })
    const others = [discovery.refresh(), discovery.refresh(), discovery.refresh()]
    await clock.advance(3_000)
    await Promise.all([first, ...others])
    expect(discoveries()).toBeLessThanOrEqual(3)
  })

  test('rejects with the reason of its signal, and after the end of the connection', async () => {
    const { clock, open } = discoveryRig()
    const connection = open()
    const reason = new Error('no longer needed')
    await expect(connection.discovery.refresh({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    connection.close()
    await expect(connection.discovery.refresh()).rejects.toMatchObject({ name: 'ConnectionError' })
    await clock.settle()
  })

  test('reconnect and a new token discover again', async () => {
    const { clock, follow, discoveries } = discoveryRig()
    const { connection } = follow()
    await clock.advance(1_000)
    connection.reconnect()
    await clock.advance(1_000)
    expect(discoveries()).toBe(2)
  })
})
