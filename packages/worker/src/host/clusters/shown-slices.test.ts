import type { InformerStatus } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { expect, test, vi } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { CompiledDefinitions } from '../definitions/compiled-definitions.ts'
import type { ViewUser } from '../held-view/held-view.ts'
import type { InformerRegistry } from '../informers/informer-registry.ts'
import type { WantedSlice } from '../informers/wanted-slice.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { NO_VIEW, NOT_RUNNING } from '../views/status-view.ts'
import { ShownSlices } from './shown-slices.ts'

const definition = new CompiledDefinitions({ pods: { resource: pods } }).find('pods')
const PAGE: InformerQuota = { open: () => () => {} }
const OTHER: InformerQuota = { open: () => () => {} }
const READY: InformerStatus = { ...NOT_RUNNING, data: 'complete', link: 'live' }

function start() {
  let read = (): InformerStatus | undefined => undefined
  let released = () => {}
  const informers = {
    openStatus: (
      _scope: unknown,
      _user: ViewUser,
      given: { ofSlices: typeof read; onReleased: () => void },
    ) => {
      read = given.ofSlices
      released = given.onReleased
      return NO_VIEW
    },
  }
  const slices = new ShownSlices(informers as unknown as InformerRegistry)
  const userOf = () => ({ onRows: vi.fn(), onStatus: vi.fn(), onDenied: vi.fn() })
  /** Opens a slice with a status. */
  const open = (status: InformerStatus, wanted: Partial<WantedSlice> = {}) => {
    const held = { ...NO_VIEW, status, release: vi.fn() }
    const user = userOf()
    let own: ViewUser | undefined
    const whole = { definition, scope: { namespace: 'a' }, slice: {}, quota: PAGE }
    const view = slices.open({ ...whole, ...wanted }, user, opened => {
      own = opened
      return held
    })
    return { view, held, user, own: own as ViewUser }
  }
  const watchStatus = (scope: WantedSlice['scope'] = { namespace: 'a' }, slice: Slice = {}) => {
    const user = userOf()
    slices.openStatus({ definition, scope, quota: PAGE, slice }, user)
    return { user, status: () => read(), release: () => released() }
  }
  return { slices, open, watchStatus }
}

test('the status of a scope without slices is none of theirs', () => {
  const { open, watchStatus } = start()
  const { status } = watchStatus()
  expect(status()).toBeUndefined()
  open(READY, { scope: { namespace: 'b' } })
  open(READY, { quota: OTHER })
  expect(status()).toBeUndefined()
})

test('it is that of the slice on screen, and its users are notified of each change', () => {
  const { open, watchStatus } = start()
  const { user, status, release } = watchStatus()
  const shown = open(READY)
  expect([status(), user.onStatus.mock.calls.length]).toEqual([READY, 1])
  shown.own.onStatus()
  expect([user.onStatus.mock.calls.length, shown.user.onStatus.mock.calls.length]).toEqual([2, 1])
  shown.own.onRows(['k'])
  shown.own.onDenied?.()
  expect([shown.user.onRows.mock.calls, shown.user.onDenied.mock.calls.length]).toEqual([[[['k']]], 1])
  shown.view.release()
  shown.view.release()
  expect([status(), user.onStatus.mock.calls.length, shown.held.release.mock.calls.length]).toEqual([
    ...[undefined, 3, 1],
  ])
  release()
  open(READY)
  expect(user.onStatus).toHaveBeenCalledTimes(3)
})

test('a slice of the whole scope decides; parts are joined', () => {
  const { open, watchStatus } = start()
  const { status } = watchStatus({})
  const part = (name: string, link: InformerStatus['link']) =>
    open(
      { ...READY, link, counters: { ...READY.counters, objects: 1 } },
      { scope: {}, slice: { target: { type: 'key', key: `a/${name}` } } },
    )
  part('x', 'live')
  expect(status()).toMatchObject({ link: 'live', counters: { objects: 1 } })
  part('y', 'retrying')
  expect(status()).toMatchObject({ link: 'retrying', counters: { objects: 2 } })
  const whole = { ...READY, counters: { ...READY.counters, objects: 9 } }
  const { view } = open(whole, { scope: {} })
  expect(status()).toBe(whole)
  view.release()
  expect(status()).toMatchObject({ counters: { objects: 2 } })
})

test('the status of namespaces is that of the slices that show them', () => {
  const { open, watchStatus } = start()
  const target = (value: string) => ({ target: { type: 'index', index: 'namespace', value } }) as const
  const { status } = watchStatus({}, target('a'))
  open({ ...READY, link: 'retrying' }, { scope: {} })
  open({ ...READY, link: 'retrying' }, { scope: {}, slice: target('b') })
  expect(status()).toBeUndefined()
  open(READY, {
    scope: {},
    namespaces: ['a'],
    slice: { target: { type: 'index', index: 'node', value: 'n1' } },
  })
  expect(status()).toBe(READY)
})
