import { describe, expect, it } from 'vitest'
import { usersRig } from '../test/users.ts'

const EVERYTHING = { resource: 'pods' }
const ALL = '/api/v1/pods'
const DEFAULT = '/api/v1/namespaces/default/pods'
const IN_DEFAULT = ['default/a', 'default/b', 'default/c', 'default/d']
const TOKENS = ['alice', 'bob', 'carol']
const IN_SYSTEM = ['kube-system/dns', 'kube-system/proxy']
const isReview = (url: string) => url.includes('selfsubjectaccessreviews')

describe('when getToken gives the token of another user', () => {
  it('the rows that only the first may read leave the screen and the disk, while the first watch is still open', async () => {
    const { clock, page, sent, changeTo, shown, kept } = await usersRig({
      first: 'alice',
      given: ['default'],
    })
    page.subscribe(1, EVERYTHING)
    await clock.advance(5_000)
    expect([shown(1), kept()]).toEqual([
      [...IN_DEFAULT, ...IN_SYSTEM],
      [...IN_DEFAULT, ...IN_SYSTEM],
    ])
    changeTo('bob')
    await clock.advance(1_000)
    expect(shown(1)).toEqual(IN_DEFAULT)
    expect(page.shows(1)?.status?.error).toBeUndefined()
    await clock.advance(5_000)
    expect(kept()).toEqual(IN_DEFAULT)
    expect(sent.slice(sent.indexOf('bob')).filter(token => token !== 'bob')).toEqual([])
    const rows = page.histories.get(1)?.filter(({ total }) => total !== undefined)
    expect(rows?.filter(each => each.rows.length < 4)).toEqual([])
  })

  it('a list that was sent with the first token is not shown and not stored, however late it arrives', async () => {
    const { clock, page, held, hold, changeTo, shown, kept } = await usersRig({
      first: 'alice',
      given: ['default'],
    })
    hold(url => new URL(url).pathname === ALL && !url.includes('limit=1'))
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(held.map(({ token }) => token)).toEqual(['alice'])
    changeTo('bob')
    await clock.advance(1_000)
    hold(() => false)
    for (const { release } of held) release()
    await clock.advance(10_000)
    expect([shown(1), kept()]).toEqual([IN_DEFAULT, IN_DEFAULT])
    const late = page.histories.get(1)?.filter(({ rows }) => rows.some(row => row.startsWith('kube-system/')))
    expect(late).toEqual([])
  })

  it('one resource for which the server rejects all tokens does not make the others requested all the time', async () => {
    const { clock, page, sent, server } = await usersRig({ first: 'alice' })
    page.subscribe(1, EVERYTHING)
    await clock.advance(5_000)
    let given = 0
    Object.defineProperty(page, 'answer', { get: () => ({ token: TOKENS[given++ % 3] }) })
    server.faults.add({ match: { resource: 'deployments' }, action: { type: 'status', code: 401 } })
    page.subscribe(2, { resource: 'deployments' })
    sent.length = 0
    await clock.advance(60_000)
    expect(sent.length).toBeLessThan(200)
  })

  it('namespaces that only the first may read leave the union', async () => {
    const { clock, page, changeTo, shown } = await usersRig({ first: 'carol' })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(shown(1)).toEqual([...IN_DEFAULT, ...IN_SYSTEM])
    changeTo('bob')
    await clock.advance(2_000)
    expect(shown(1)).toEqual(IN_DEFAULT)
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('the rights of the second widen the slice at once, while a review about the first is in flight', async () => {
    const { clock, page, held, hold, changeTo, shown, reads } = await usersRig({
      first: 'bob',
      given: ['default'],
    })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    expect(shown(1)).toEqual(IN_DEFAULT)
    hold(isReview)
    page.post({ type: 'wake' })
    await clock.advance(1_000)
    expect(held.map(({ token }) => token)).toEqual(['bob'])
    hold(() => false)
    changeTo('alice')
    await clock.advance(1_000)
    for (const { release } of held) release()
    await clock.advance(1_000)
    expect(shown(1)).toEqual([...IN_DEFAULT, ...IN_SYSTEM])
    expect(reads('list')).toEqual([ALL, DEFAULT, ALL])
  })

  it('no watch is replaced where the server has rejected every token, and requests do not become more frequent', async () => {
    const { clock, page, sent, server, changeTo } = await usersRig({ first: 'alice' })
    page.subscribe(1, EVERYTHING)
    await clock.advance(5_000)
    let given = 0
    Object.defineProperty(page, 'answer', { get: () => ({ token: `unknown-${given++}` }), set() {} })
    changeTo('unknown')
    server.dropWatches()
    await clock.advance(1_000)
    sent.length = 0
    await clock.advance(60_000)
    expect(sent.length).toBeLessThan(60)
  })
})

describe('a call or an access review', () => {
  const at = { namespace: 'default', name: 'a' }
  const mayDelete = {
    type: 'hostCall',
    id: 1,
    verb: 'access',
    resource: 'pods',
    action: 'delete',
    at,
  } as const

  it('uses the token that the page has given for the shared reads meanwhile', async () => {
    const { clock, page, sent, changeTo } = await usersRig({ first: 'alice' })
    page.subscribe(1, EVERYTHING)
    const get = { type: 'clientCall', id: 2, resource: 'pods', verb: 'get', object: at } as const
    const first = page.result()
    page.post(get)
    await clock.advance(1_000)
    expect(await first).toMatchObject({ object: { metadata: { name: 'a' } } })
    changeTo('bob')
    await clock.advance(1_000)
    sent.length = 0
    const answered = page.result()
    page.post(mayDelete)
    await clock.advance(1_000)
    expect(await answered).toMatchObject({ object: { allowed: false } })
    expect(new Set(sent)).toEqual(new Set(['bob']))
    expect(page.count('needToken')).toBe(2)
  })

  it('about the first user is not the answer for the second', async () => {
    const { clock, page, held, hold, changeTo } = await usersRig({ first: 'alice' })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    hold(isReview)
    const answered = page.result()
    page.post(mayDelete)
    await clock.advance(1_000)
    expect(held.map(({ token }) => token)).toEqual(['alice'])
    hold(() => false)
    changeTo('bob')
    await clock.advance(1_000)
    for (const { release } of held) release()
    await clock.advance(1_000)
    expect(await answered).toMatchObject({ object: { allowed: false } })
  })

  it('that the server has accepted is not repeated with the second token', async () => {
    const { clock, server, page, held, hold, changeTo, sent } = await usersRig({ first: 'alice' })
    page.subscribe(1, EVERYTHING)
    await clock.advance(1_000)
    hold(url => new URL(url).pathname === `${DEFAULT}/a`)
    const answered = page.result()
    const options = { gracePeriodSeconds: 0 }
    page.post({ type: 'clientCall', id: 1, resource: 'pods', verb: 'delete', object: at, options })
    await clock.advance(1_000)
    sent.length = 0
    changeTo('bob')
    await clock.advance(1_000)
    for (const { release } of held) release()
    await clock.advance(10_000)
    expect(await answered).toMatchObject({ object: {} })
    expect(held.map(({ token }) => token)).toEqual(['alice'])
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})
