import { type InformerStatus, StatusError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { podRow } from '../../test/rows.ts'
import { StubCluster } from '../../test/stub-cluster.ts'
import type { SliceUpdate } from '../../wire/protocol.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { SliceStream, type SliceStreamOptions } from './slice-stream.ts'

const [A, B, LATER] = [podRow('a/x', 1), podRow('a/y', 2), podRow('a/x', 3)]
const DENIED = new StatusError({
  ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403, reason: 'Forbidden', message: 'no' },
})

function start(
  options: Partial<SliceStreamOptions> & { readonly slice?: Slice } = {},
  stub = new StubCluster(),
) {
  const clock = new FakeClock()
  const onDirty = vi.fn()
  const { slice = {}, ...rest } = options
  const stream = new SliceStream({
    ...{ id: 7, subscription: { resource: 'pods', slice }, cluster: stub.cluster },
    ...{ informers: {} as InformerQuota, clock, onDirty },
    ...rest,
  })
  const { view } = stub
  const dirty = () => onDirty.mock.calls.length
  return { clock, stub, view, stream, dirty }
}
/** An update with the keys of its rows, and with the data of its status. */
const short = (update: SliceUpdate | undefined) =>
  update && {
    ...update,
    ...(update.rows && { rows: update.rows.map(({ key, resourceVersion }) => `${key}@${resourceVersion}`) }),
    ...(update.status && { status: `${update.status.data} ${update.status.link}` }),
  }

describe('the updates of a slice', () => {
  test('are what has changed since the last one', () => {
    const { view, stream, dirty } = start()
    expect(stream.take()).toBeUndefined()
    view.show([A, B], '5')
    expect(dirty()).toBe(1)
    expect(short(stream.take())).toEqual({
      ...{ id: 7, rows: ['a/x@1', 'a/y@2'], order: { at: 0, remove: 0, insert: ['a/x', 'a/y'] }, total: 2 },
      ...{ resourceVersion: '5', status: 'complete live' },
    })
    expect(stream.take()).toBeUndefined()
    view.show([LATER, B], '6')
    expect(short(stream.take())).toEqual({ id: 7, rows: ['a/x@3'], resourceVersion: '6' })
    view.show([LATER], '7')
    expect(short(stream.take())).toEqual({
      ...{ id: 7, order: { at: 1, remove: 1, insert: [] }, total: 1, resourceVersion: '7' },
    })
  })

  test('begin before there are rows with the status only', () => {
    const { view, stream, dirty } = start()
    view.status = { ...view.status, link: 'retrying' }
    view.user?.onStatus()
    expect([dirty(), short(stream.take())]).toEqual([1, { id: 7, status: 'none retrying' }])
  })

  test('read the rows only if they may have changed', () => {
    const { view, stream } = start()
    view.show([A], '5')
    stream.take()
    view.rows = [A, B]
    view.user?.onStatus()
    expect(stream.take()).toBeUndefined()
    view.user?.onRows()
    expect(short(stream.take())).toMatchObject({ rows: ['a/y@2'], total: 2 })
  })

  test('are of a window, with the counts of groups', () => {
    const { view, stream } = start({ slice: { window: { offset: 1, limit: 1 } } })
    view.countGroups = () => [{ value: 'g', count: 2 }]
    view.show([A, B], '5')
    expect(short(stream.take())).toMatchObject({
      ...{ rows: ['a/y@2'], total: 2, groups: [{ value: 'g', count: 2 }], window: { offset: 1, limit: 1 } },
    })
  })
})

describe('rows that the server denies', () => {
  const deny = (view: StubCluster['view'], data: InformerStatus['data'] = 'none') => {
    view.status = { ...view.status, data, link: 'stopped', error: DENIED }
    view.user?.onStatus()
  }

  test('leave the page, and return when they are allowed', () => {
    const { view, stream } = start()
    view.countGroups = () => [{ value: 'g', count: 1 }]
    view.show([A], '5')
    stream.take()
    deny(view)
    expect(short(stream.take())).toEqual({
      ...{ id: 7, order: { at: 0, remove: 1, insert: [] }, total: 0, groups: [], status: 'none stopped' },
    })
    expect(stream.take()).toBeUndefined()
    const { error: _, ...allowed } = view.status
    view.status = allowed
    view.show([A], '6')
    expect(short(stream.take())).toMatchObject({ rows: ['a/x@1'], total: 1, status: 'complete live' })
  })

  test('are an answer for a slice that has none', () => {
    const { view, stream } = start({ slice: { window: { offset: 2, limit: 3 } } })
    deny(view)
    expect(short(stream.take())).toEqual({
      ...{ id: 7, order: { at: 0, remove: 0, insert: [] }, total: 0, status: 'none stopped' },
      window: { offset: 2, limit: 3 },
    })
  })

  test('are no longer held back because the page shows later ones', () => {
    const { view, stream, stub } = start({ shownResourceVersion: '9' })
    stream.take()
    expect(stub.following).toBe(1)
    deny(view)
    expect(short(stream.take())).toMatchObject({ total: 0 })
    expect(stub.following).toBe(0)
    const { error: _, ...allowed } = view.status
    view.status = allowed
    view.show([A], '5')
    expect(short(stream.take())).toMatchObject({ rows: ['a/x@1'] })
  })
})

describe('a page that shows rows of an earlier host', () => {
  test('receives none that are older', () => {
    const { view, stream, stub } = start({ shownResourceVersion: '9' })
    view.show([A], '8', 'cached')
    expect(short(stream.take())).toEqual({ id: 7, status: 'cached live' })
    expect(stub.following).toBe(1)
    view.show([A], '9')
    expect(short(stream.take())).toMatchObject({ rows: ['a/x@1'], resourceVersion: '9' })
    expect(stub.following).toBe(0)
  })

  test('receives them after 200 s with a server that does not reach that resourceVersion', async () => {
    const { view, stream, clock, dirty } = start({ shownResourceVersion: '9' })
    view.show([A], '8')
    stream.take()
    const before = dirty()
    await clock.advance(199_999)
    expect([dirty(), stream.take()]).toEqual([before, undefined])
    await clock.advance(1)
    expect(dirty()).toBe(before + 1)
    expect(short(stream.take())).toMatchObject({ rows: ['a/x@1'] })
  })

  test('can give its rows to the informer that its slice starts, and not later', () => {
    const identity = { namespace: 'a', name: 'x', uid: 'u', resourceVersion: '9' }
    const stub = new StubCluster()
    stub.takesHydrated = true
    start({ shownResourceVersion: '9', hydratedRows: [{ metadata: identity }] }, stub)
    expect(stub.hydrated).toMatchObject({ resourceVersion: '9', objects: [{ key: 'a/x' }] })
    const without = new StubCluster()
    without.takesHydrated = true
    start({ shownResourceVersion: '9' }, without)
    expect(without.hydrated).toBeUndefined()
  })
})

describe('a first paint', () => {
  const paint = (resourceVersion: string) => ({ rows: [A], total: 1, resourceVersion })
  const withPaint = (persisted: boolean, page: boolean) => {
    const stub = new StubCluster()
    const shown = vi.fn()
    const load = vi.fn(async () => (persisted ? paint('4') : undefined))
    stub.view.snapshot = { load, shown }
    if (page) stub.view.firstPage = vi.fn(async () => paint('6'))
    return { stub, shown, load }
  }

  test.each([
    ['the stored one', true, true, '4'],
    ['the stored one without a first page', true, false, '4'],
    ['the first page of the list', false, true, '6'],
    ['none', false, false, undefined],
  ])('is %s', async (_, persisted, page, expected) => {
    const { stub } = withPaint(persisted, page)
    const { stream, clock, dirty } = start({}, stub)
    await clock.settle()
    expect(dirty()).toBe(expected === undefined ? 0 : 1)
    const update = short(stream.take())
    if (expected === undefined) expect(update).toBeUndefined()
    else
      expect(update).toMatchObject({
        rows: ['a/x@1'],
        resourceVersion: expected,
        status: 'cached connecting',
      })
    expect(stream.take()).toBeUndefined()
  })

  test('that was stored holds back older rows; a first page does not', async () => {
    for (const [persisted, expected] of [
      [true, undefined],
      [false, { id: 7, status: 'cached live' }],
    ] as const) {
      const { stub } = withPaint(persisted, true)
      const { stream, clock, view } = start({}, stub)
      await clock.settle()
      stream.take()
      view.show([LATER], '3', 'cached')
      const update = short(stream.take())
      expect(update?.rows).toEqual(expected ? ['a/x@3'] : undefined)
    }
  })

  test('is not loaded where the page has rows, or where the view has some', async () => {
    const withRows = withPaint(true, true)
    start({ shownResourceVersion: '9' }, withRows.stub)
    const ready = withPaint(true, true)
    ready.stub.view.show([A], '5')
    start({}, ready.stub)
    expect([withRows.load.mock.calls.length, ready.load.mock.calls.length]).toEqual([0, 0])
  })

  test('that is loaded after the rows came is not shown', async () => {
    const { stub } = withPaint(true, true)
    const { stream, clock, view } = start({}, stub)
    view.show([LATER], '5')
    stream.take()
    await clock.settle()
    expect([stream.take(), stub.view.firstPage]).toEqual([undefined, expect.any(Function)])
    expect(stub.view.firstPage).not.toHaveBeenCalled()
  })

  test('is recorded once the rows are confirmed', () => {
    const { stub, shown } = withPaint(false, false)
    const { stream, view } = start({}, stub)
    view.show([A], '5', 'cached')
    stream.take()
    expect(shown).not.toHaveBeenCalled()
    view.show([A, B], '6')
    stream.take()
    expect(shown.mock.calls).toEqual([[expect.objectContaining({ total: 2, resourceVersion: '6' })]])
  })
})

describe('a first paint that is not exact', () => {
  test.each<[string, (view: StubCluster['view']) => void, (view: StubCluster['view']) => void]>([
    [
      'because of a pending write',
      view => {
        view.isOverlaid = () => true
      },
      view => {
        view.isOverlaid = () => false
      },
    ],
    [
      'because its informers have different versions',
      view => {
        view.newestResourceVersion = '6'
      },
      view => {
        view.coveredResourceVersion = '6'
      },
    ],
  ])('%s is recorded once it is', (_, begin, end) => {
    const stub = new StubCluster()
    const shown = vi.fn()
    stub.view.snapshot = { load: async () => undefined, shown }
    const { stream, view } = start({}, stub)
    view.show([A], '5')
    begin(view)
    view.user?.onRows()
    stream.take()
    expect(shown).not.toHaveBeenCalled()
    end(view)
    view.user?.onRows()
    stream.take()
    stream.take()
    expect(shown).toHaveBeenCalledTimes(1)
  })
})

describe('a slice that cannot be evaluated', () => {
  test('has the error as its status', () => {
    const stub = new StubCluster()
    stub.failure = new Error('there is no index')
    const { stream } = start({}, stub)
    expect(stream.take()).toMatchObject({
      ...{ id: 7, status: { link: 'stopped', data: 'none', error: { message: 'there is no index' } } },
    })
  })

  test('because a function throws keeps what it shows, and is read again when its rows change', () => {
    const { view, stream } = start()
    view.show([A], '5')
    stream.take()
    view.countGroups = () => {
      throw new Error('broken')
    }
    view.show([A, B], '6')
    expect(stream.take()).toMatchObject({ id: 7, status: { link: 'stopped', error: { message: 'broken' } } })
    view.countGroups = undefined
    view.show([A, B], '7')
    expect(short(stream.take())).toMatchObject({ rows: ['a/y@2'], status: 'complete live' })
  })
})

test('a slice that is closed releases its view and follows nothing', () => {
  const { view, stream, stub, clock } = start({ shownResourceVersion: '9' })
  view.show([A], '8')
  stream.take()
  expect([stub.following, clock.pendingTimers]).toEqual([1, 1])
  stream.close()
  stream.close()
  expect([view.releases, stub.following, clock.pendingTimers]).toEqual([1, 0, 0])
  view.show([A], '9')
  expect(stream.take()).toBeUndefined()
})

test('a status is not older than the rows that the page shows', () => {
  const { view, stream } = start()
  view.show([A], '9')
  stream.take()
  view.status = { ...view.status, link: 'retrying', resourceVersion: '8' }
  view.user?.onStatus()
  expect(stream.take()?.status).toMatchObject({ link: 'retrying', resourceVersion: '9' })
})
