import { freshnessOf, type KubernetesObject, readObject } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import type { HydratedSlice } from '../api/slice-snapshot.ts'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'
import { podRow } from '../test/rows.ts'
import { INITIAL_STATE } from './replica.ts'

/** What a server has rendered of these Pods, each `key` or `key@resourceVersion`. */
function rendered(pods: readonly string[], isWhole = true): HydratedSlice<KubernetesObject> {
  const data = pods.map(pod => {
    const [key = '', resourceVersion = '1'] = pod.split('@')
    return readObject(podRow(key, resourceVersion))
  })
  const status = { ...INITIAL_STATE.status, data: 'cached', resourceVersion: '7' } as const
  return { state: { data, total: data.length, groups: [], status, freshness: freshnessOf(status) }, isWhole }
}

function renderedPage(hydrated = rendered(['x/a', 'x/b'])) {
  const page = openPage()
  const slice = page.connection.observe(PODS, hydrated)
  return { ...page, hydrated, slice }
}

describe('a slice that a server has rendered', () => {
  it('is shown at once, as the same state, and is sent to the host', async () => {
    const { slice, hydrated, nextHost } = renderedPage()
    expect(slice.getState()).toBe(hydrated.state)
    slice.subscribe(() => {})
    const host = await nextHost()
    expect(slice.getState()).toBe(hydrated.state)
    expect(host.sent('subscribe')).toEqual([
      {
        type: 'subscribe',
        id: 1,
        subscription: PODS,
        shownResourceVersion: '7',
        hydratedRows: hydrated.state.data,
      },
    ])
  })

  it('sends no rows that are only a part', async () => {
    const { slice, nextHost } = renderedPage(rendered(['x/a'], false))
    slice.subscribe(() => {})
    const [message] = (await nextHost()).sent('subscribe')
    expect(message).toEqual({ type: 'subscribe', id: 1, subscription: PODS, shownResourceVersion: '7' })
  })

  it('stays until the rows of the host replace it, and equal rows keep their reference', async () => {
    const { slice, hydrated, nextHost, send } = renderedPage(rendered(['x/a', 'x/b', 'x/c']))
    slice.subscribe(() => {})
    const host = await nextHost()
    await send(host, { id: 1, status: { ...INITIAL_STATE.status, progress: { received: 1 } } })
    expect(slice.getState()).toMatchObject({ total: 3, status: { data: 'cached', resourceVersion: '7' } })
    expect(slice.getState().data).toBe(hydrated.state.data)
    await send(host, firstUpdate(1, 'x/a', 'x/b@8'))
    expect(slice.getState()).toMatchObject({ total: 2, status: COMPLETE })
    expect(slice.getState().data[0]).toBe(hydrated.state.data[0])
    expect(slice.getState().data[1]).not.toBe(hydrated.state.data[1])
  })

  it('is sent again to another host until a host has sent rows', async () => {
    const { slice, nextHost, send } = renderedPage()
    slice.subscribe(() => {})
    await nextHost()
    const second = await nextHost()
    expect(second.sent('subscribe')[0]?.hydratedRows).toHaveLength(2)
    await send(second, { ...firstUpdate(2, 'x/a'), resourceVersion: '9' })
    const [message] = (await nextHost()).sent('subscribe')
    expect(message).toMatchObject({ shownResourceVersion: '9' })
    expect(message).not.toHaveProperty('hydratedRows')
  })

  it('is not shown where the slice is in use already', async () => {
    const page = openPage()
    const live = page.connection.observe(PODS)
    live.subscribe(() => {})
    await page.send(await page.nextHost(), firstUpdate(1, 'x/live'))
    expect(page.connection.observe(PODS, rendered(['x/a'])).getState()).toBe(live.getState())
  })

  it('is not shown again when the slice is opened later', async () => {
    const { connection, clock, hydrated, slice, nextHost, send } = renderedPage()
    const unsubscribe = slice.subscribe(() => {})
    await send(await nextHost(), firstUpdate(1, 'x/c'))
    unsubscribe()
    await clock.advance(2_000)
    expect(connection.observe(PODS, hydrated).getState()).toBe(INITIAL_STATE)
  })

  it('is shown when it is rendered again before anything was requested', async () => {
    const { connection, clock, hydrated } = renderedPage()
    await clock.advance(2_000)
    expect(connection.observe(PODS, hydrated).getState()).toBe(hydrated.state)
  })

  it('leaves the page with the other rows when the user signs out', async () => {
    const { connection, hydrated, slice, nextHost } = renderedPage()
    slice.subscribe(() => {})
    await nextHost()
    void connection.signOut().catch(() => {})
    expect(slice.getState().data).toEqual([])
    expect(connection.observe({ resource: 'nodes' }, hydrated).getState().data).toEqual([])
  })
})
