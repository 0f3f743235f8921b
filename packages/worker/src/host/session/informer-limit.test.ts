import { describe, expect, it } from 'vitest'
import { pod } from '../../test/informers.ts'
import { EVERYTHING, object, rightsRig } from '../../test/rights-rig.ts'

const numbered = (prefix: string, length: number) => Array.from({ length }, (_, i) => `${prefix}${i}`)
const podsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/pods`
const excess = (max: number) =>
  `the page needs more than ${max} informers within a minute, the limit \`informers\` of its host`

describe('beyond the limit of informers', () => {
  it('a slice has the error, and the others and the page go on', async () => {
    const keys = numbered('default/o-', 5)
    const { clock, page, requests, names } = await rightsRig({
      pods: keys,
      objects: keys.map(key => pod(key)),
      limits: { informers: 3 },
    })
    for (const [id, key] of keys.entries()) page.subscribe(id, object(key))
    await clock.advance(1_000)
    expect(keys.map((_, id) => names(id))).toEqual([...keys.slice(0, 3).map(key => [key]), [], []])
    expect(page.shows(3)?.status).toMatchObject({ data: 'none', error: { message: excess(3) } })
    expect([page.closed, requests('list').length]).toEqual([false, 3])
    // The informers that are no longer used are counted for a minute.
    for (const id of [0, 4]) page.post({ type: 'unsubscribe', id })
    await clock.advance(61_000)
    page.forget(4)
    page.subscribe(4, object('default/o-4'))
    await clock.advance(1_000)
    expect(names(4)).toEqual(['default/o-4'])
  })

  it('slices of one informer are counted once', async () => {
    const { clock, page, names } = await rightsRig({ pods: ['default/a'], limits: { informers: 1 } })
    for (let id = 0; id < 10; id++) page.subscribe(id, object('default/a'))
    await clock.advance(1_000)
    expect(names(9)).toEqual(['default/a'])
  })

  it('objects are shown once an informer of their namespace has data', async () => {
    const keys = numbered('default/o-', 20)
    const { clock, server, page, names } = await rightsRig({
      pods: ['default'],
      objects: keys.map(key => pod(key)),
      limits: { informers: 10 },
    })
    for (const [id, key] of keys.entries()) page.subscribe(id, object(key))
    await clock.advance(60_000)
    expect(keys.map((_, id) => names(id))).toEqual(keys.map(key => [key]))
    expect(page.shows(19)?.status?.error).toBeUndefined()
    expect(server.openWatches).toBe(1)
  })

  it('a slice over everything shows the namespaces within the limit, and names the limit', async () => {
    const namespaces = numbered('ns-', 6)
    const { clock, page, requests, names } = await rightsRig({
      pods: namespaces,
      given: () => namespaces,
      objects: namespaces.map(name => pod(`${name}/a`)),
      // The cluster-wide one is denied.
      limits: { informers: 4 },
    })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(names(1)).toEqual(['ns-0/a', 'ns-1/a', 'ns-2/a'])
    expect(page.shows(1)?.status?.error?.message).toBe(`3 of 6 namespaces failed: ${excess(4)}`)
    expect(requests('list')).toEqual(['/api/v1/pods', ...namespaces.slice(0, 3).map(podsOf)])
  })

  it('a withdrawn right still empties the slices that a wider informer has served', async () => {
    const keys = numbered('default/o-', 4)
    const { clock, server, page, change, names } = await rightsRig({
      pods: [''],
      objects: keys.map(key => pod(key)),
      limits: { informers: 2 },
    })
    page.subscribe(9, EVERYTHING)
    await clock.advance(1_000)
    for (const [id, key] of keys.entries()) page.subscribe(id, object(key))
    await clock.advance(1_000)
    expect(keys.map((_, id) => names(id))).toEqual(keys.map(key => [key]))
    change({ pods: keys })
    server.dropWatches()
    await clock.advance(5_000)
    expect(keys.map((_, id) => names(id))).toEqual([['default/o-0'], [], [], []])
    expect(page.shows(3)?.status?.error?.message).toBe(excess(2))
  })
})
