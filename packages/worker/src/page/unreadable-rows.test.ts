import { type KubernetesObject, ProtocolError } from '@kube-informer/core'
import { expect, it } from 'vitest'
import type { SliceState } from '../api/subscription.ts'
import { diffWindow } from '../host/streams/window-diff.ts'
import { COMPLETE, firstUpdate, openPage, PODS } from '../test/open-page.ts'
import { brokenRow, podRow } from '../test/rows.ts'

const names = ({ data }: SliceState<KubernetesObject>) => data.map(object => object.metadata?.name)

/** The error that names these keys. */
const leftOut = (keys: string) =>
  new ProtocolError(`left out until it changes, as its text is not JSON: ${keys}`)

const broken = (key: string, resourceVersion: number | string = 2) => brokenRow(podRow(key, resourceVersion))

/** A page that shows the Pods a, b and c, and records its states. */
async function shownPage() {
  const page = openPage()
  const { connection, nextHost, send } = page
  const slice = connection.observe(PODS)
  const states: SliceState<KubernetesObject>[] = []
  slice.subscribe(() => states.push(slice.getState()))
  const host = await nextHost()
  await send(host, firstUpdate(1, 'x/a', 'x/b', 'x/c'))
  const update = (given: Omit<Parameters<typeof send>[1] & object, 'id'>) => send(host, { id: 1, ...given })
  return { ...page, slice, states, host, update }
}

it('an unreadable row is left out and named in the error, and the rest of its update applies', async () => {
  const { slice, host, update } = await shownPage()
  const [a, , c] = slice.getState().data
  await update({
    rows: [broken('x/b'), podRow('x/d', 1)],
    order: { at: 3, remove: 0, insert: ['x/d'] },
    total: 4,
  })
  expect(names(slice.getState())).toEqual(['a', 'c', 'd'])
  expect(slice.getState()).toMatchObject({ total: 4, status: { data: 'complete', error: leftOut('x/b') } })
  expect(slice.getState().data.slice(0, 2)).toEqual([a, c])
  expect(slice.getState().data[0]).toBe(a)
  expect(host.sent('ack')).toHaveLength(2)
})

it('a row that is unreadable in the first update is left out, too', async () => {
  const { connection, nextHost, send } = openPage()
  const slice = connection.observe(PODS)
  slice.subscribe(() => {})
  const first = firstUpdate(1, 'x/a', 'x/b')
  await send(await nextHost(), { ...first, rows: [broken('x/a', 1), podRow('x/b', 1)] })
  expect(names(slice.getState())).toEqual(['b'])
  expect(slice.getState()).toMatchObject({ total: 2, status: { ...COMPLETE, error: leftOut('x/a') } })
})

it('an unreadable row keeps its index for later splices', async () => {
  const { slice, update } = await shownPage()
  await update({ rows: [broken('x/a')] })
  await update({ rows: [podRow('x/bb', 1)], order: { at: 2, remove: 1, insert: ['x/bb'] } })
  expect(names(slice.getState())).toEqual(['b', 'bb'])
  await update({ rows: [podRow('x/a', 3)] })
  expect(names(slice.getState())).toEqual(['a', 'b', 'bb'])
})

it('the error disappears when the row becomes readable or is removed', async () => {
  const { slice, update } = await shownPage()
  await update({ rows: [broken('x/a'), broken('x/c')] })
  expect(slice.getState().status.error).toEqual(leftOut('x/a, x/c'))
  await update({ rows: [podRow('x/a', 3)] })
  expect(slice.getState().status.error).toEqual(leftOut('x/c'))
  await update({ order: { at: 2, remove: 1, insert: [] }, total: 2 })
  expect(names(slice.getState())).toEqual(['a', 'b'])
  expect(slice.getState().status).toEqual(COMPLETE)
})

it('an error of the host takes precedence while it lasts', async () => {
  const { slice, update } = await shownPage()
  await update({ rows: [broken('x/a')] })
  await update({ status: { ...COMPLETE, error: { message: 'the server is busy' } } })
  expect(slice.getState().status.error?.message).toBe('the server is busy')
  await update({ status: COMPLETE })
  expect(slice.getState().status.error).toEqual(leftOut('x/a'))
})

it('the error names three keys, and an update without a change notifies no listener', async () => {
  const { slice, states, host, send } = await shownPage()
  const keys = ['x/a', 'x/b', 'x/c', 'x/d', 'x/e']
  const rows = keys.map(key => broken(key))
  await send(host, { id: 1, rows, order: { at: 3, remove: 0, insert: ['x/d', 'x/e'] }, total: 5 })
  expect(slice.getState()).toMatchObject({ data: [], total: 5 })
  expect(slice.getState().status.error).toEqual(leftOut('x/a, x/b, x/c and 2 more'))
  states.length = 0
  await send(host, { id: 1, rows: [broken('x/e', 4)], total: 5 })
  expect(states).toEqual([])
})

it('another host can send the same resourceVersion with readable text', async () => {
  const { connection, transport, slice, update, nextHost, send } = await shownPage()
  await update({ rows: [broken('x/a')] })
  transport.listener.onLost('the worker has ended')
  expect(slice.getState().status).toMatchObject({ link: 'connecting', error: leftOut('x/a') })
  const second = await nextHost()
  await send(second, firstUpdate(2, 'x/a@2', 'x/b', 'x/c'))
  expect(names(slice.getState())).toEqual(['a', 'b', 'c'])
  expect(slice.getState().status).toEqual(COMPLETE)
  connection.close()
})

it('the error of a failed connection takes precedence', async () => {
  const { host, slice, update } = await shownPage()
  await update({ rows: [broken('x/a')] })
  host.onMessage({ type: 'rejected', reason: 'the host is older' })
  expect(slice.getState()).toMatchObject({ total: 3, status: { error: { message: 'the host is older' } } })
})

it('a window can be replaced around unreadable rows', async () => {
  const { slice, update } = await shownPage()
  const held = ['x/a', 'x/b', 'x/c'].map(key => podRow(key, 1))
  const wanted = [broken('x/c', 5), podRow('x/0', 1), broken('x/a', 5), podRow('x/z', 1)]
  await update({ ...diffWindow(held, wanted), total: 4 })
  expect(names(slice.getState())).toEqual(['0', 'z'])
  expect(slice.getState().status.error).toEqual(leftOut('x/c, x/a'))
})

it('the error names three unreadable rows, and counts the others', async () => {
  const { slice, update } = await shownPage()
  await update({
    rows: ['a', 'b', 'c'].map(name => broken(`x/${name}`)),
    order: { at: 3, remove: 0, insert: [] },
  })
  expect(slice.getState().status.error).toEqual(leftOut('x/a, x/b, x/c'))
  await update({ rows: [broken('x/d')], order: { at: 3, remove: 0, insert: ['x/d'] } })
  expect(slice.getState().status.error).toEqual(leftOut('x/a, x/b, x/c and 1 more'))
})
