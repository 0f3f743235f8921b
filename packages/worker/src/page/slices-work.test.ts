import { expect, test, vi } from 'vitest'
import type { Subscription } from '../api/subscription.ts'
import { firstUpdate, openPage } from '../test/open-page.ts'
import { podRow } from '../test/rows.ts'
import { ObservedSlice } from './observed-slice.ts'

const SLICES = 10_000

const ofKey = (index: number): Subscription => ({
  resource: 'pods',
  slice: { target: { type: 'key', key: `x/${index}` } },
})

test('with 10,000 subscriptions, an event costs one look-up of a slice and notifies one', async () => {
  const { connection, nextHost, send } = openPage()
  const notified: number[] = []
  const slices = Array.from({ length: SLICES }, (_, index) => connection.observe(ofKey(index)))
  for (const [index, slice] of slices.entries()) slice.subscribe(() => notified.push(index))
  const host = await nextHost()
  // The ids on the wire are in the order of the subscriptions.
  await send(host, ...slices.map((_, index) => firstUpdate(index + 1, `x/${index}`)))
  expect(notified).toHaveLength(SLICES)

  notified.length = 0
  const { get } = Map.prototype
  let lookUps = 0
  const counted = vi.spyOn(Map.prototype, 'get').mockImplementation(function (
    this: Map<unknown, unknown>,
    key,
  ) {
    const found: unknown = get.call(this, key)
    if (found instanceof ObservedSlice) lookUps++
    return found
  })
  await send(host, { id: 78, rows: [podRow('x/77', '2')] })
  counted.mockRestore()
  expect([lookUps, notified]).toEqual([1, [77]])
})
