import { ConnectionError } from '@kube-informer/core'
import { expect, it } from 'vitest'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )

const FAILED = { ...COMPLETE, data: 'none', link: 'retrying' } as const

it('unsubscribes when it ends, and the slice is removed after the grace period', async () => {
  const page = openPage()
  const host = await page.nextHost()
  const data = page.connection.ensure(PODS)
  await page.send(host, firstUpdate(1, 'x/a'))
  expect((await data).total).toBe(1)
  await page.clock.advance(999)
  expect(host.sent('unsubscribe')).toEqual([])
  await page.clock.advance(1)
  expect(host.sent('unsubscribe')).toEqual([{ type: 'unsubscribe', id: 1 }])
})

it('keeps the data for a second also without a grace period, so that a subscription that follows finds them', async () => {
  const page = openPage({ graceMs: 0 })
  const host = await page.nextHost()
  const data = page.connection.ensure(PODS)
  await page.send(host, firstUpdate(1, 'x/a'))
  await data
  await page.clock.advance(999)
  expect(host.sent('unsubscribe')).toEqual([])
  await page.clock.advance(1)
  expect(host.sent('unsubscribe')).toEqual([{ type: 'unsubscribe', id: 1 }])
})

it('resolves with rows from the disk', async () => {
  const page = openPage()
  const host = await page.nextHost()
  const data = page.connection.ensure(PODS)
  const cached = { ...COMPLETE, data: 'cached', link: 'connecting' } as const
  await page.send(host, { ...firstUpdate(1, 'x/a'), status: cached })
  expect((await data).status.data).toBe('cached')
})

it('waits until the time is over, and leaves nothing behind', async () => {
  const page = openPage()
  const host = await page.nextHost()
  const data = rejected(page.connection.ensure(PODS, { timeoutMs: 5_000 }))
  await page.clock.advance(5_000)
  expect(await data).toMatchObject({ name: 'TimeoutError' })
  await page.clock.advance(1_000)
  expect(host.sent('unsubscribe')).toHaveLength(1)
})

it('waits through an error that it ignores, and rejects with another one', async () => {
  const page = openPage()
  const host = await page.nextHost()
  page.connection.observe(PODS).subscribe(() => {})
  await page.send(host, { id: 1, status: { ...FAILED, error: { message: 'one' } } })
  const { error } = page.connection.observe(PODS).getState().status
  expect(await rejected(page.connection.ensure(PODS))).toBe(error)
  const data = rejected(page.connection.ensure(PODS, { ignore: error }))
  await page.send(host, { id: 1, status: { ...FAILED, error: { message: 'two' } } })
  expect(await data).toMatchObject({ message: 'two' })
})

it('waits while there is no host, and rejects when there will be none', async () => {
  const { connection, transport, settle } = openPage()
  const data = rejected(connection.ensure(PODS))
  await settle()
  transport.listener.onFailure('the worker cannot be started')
  expect(await data).toBeInstanceOf(ConnectionError)
})

it('a slice of an offline page is paused until its watch is open', async () => {
  const page = openPage()
  const host = await page.nextHost()
  const slice = page.connection.observe(PODS)
  let changes = 0
  slice.subscribe(() => changes++)
  Object.assign(page.lifecycle, { online: false })
  page.lifecycle.emit('offline')
  expect([slice.getState().paused, changes]).toEqual([true, 1])
  expect(page.connection.observe({ resource: 'nodes' }).getState().paused).toBe(true)
  await page.send(host, firstUpdate(1, 'x/a'))
  expect(slice.getState()).not.toHaveProperty('paused')
  await page.send(host, { id: 1, status: { ...COMPLETE, link: 'retrying' } })
  expect(slice.getState().paused).toBe(true)
  Object.assign(page.lifecycle, { online: true })
  page.lifecycle.emit('online')
  expect(slice.getState()).not.toHaveProperty('paused')
})

it('a slice that was removed before the sign-out reports it when it is used again', async () => {
  const page = openPage({ identity: 'me' })
  const host = await page.nextHost()
  const slice = page.connection.observe(PODS)
  slice.subscribe(() => {})()
  await page.send(host, firstUpdate(1, 'x/a'))
  await page.clock.advance(1_000)
  void page.connection.signOut()
  slice.subscribe(() => {})
  expect(slice.getState().status.error?.message).toMatch(/signed out/)
})
