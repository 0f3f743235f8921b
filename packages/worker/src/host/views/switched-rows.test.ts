import { type InformerStatus, type Row, StatusError } from '@kube-informer/core'
import { expect, test, vi } from 'vitest'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { FixedRows } from '../slices/fixed-rows.ts'
import { byNamespaceAndName as order } from '../slices/row-order.ts'
import { openPlanned } from './planned-view.ts'
import { NOT_RUNNING } from './status-view.ts'
import type { SwitchRules } from './switch-state.ts'
import { SwitchingView, type SwitchingViewOptions } from './switching-view.ts'

const READY: InformerStatus = { ...NOT_RUNNING, data: 'complete', link: 'live' }
const FIRST_PAGE = { load: async () => undefined } as unknown as HeldView['firstPage']
const CONNECTING: InformerStatus = { ...NOT_RUNNING, link: 'connecting' }
const DENIED: InformerStatus = {
  ...NOT_RUNNING,
  link: 'retrying',
  error: new StatusError({ code: 403, message: 'denied' }),
}
const RULES: SwitchRules = {
  floor: 'newest',
  nextDenied: 'show',
  denied: 'copy',
  error: 'next',
  yieldsEmpty: false,
  isFinal: false,
}
const SNAPSHOT = { load: async () => undefined, shown() {} }

/** A view with one row; with none where `at` is empty. */
function part(name: string, at: string, status: InformerStatus = at === '' ? CONNECTING : READY) {
  const row = { key: name, namespace: '', name } as Row
  const held = {
    view: new FixedRows(at === '' ? [] : [row], order),
    status,
    coveredResourceVersion: at,
    newestResourceVersion: at,
    countGroups: undefined,
    snapshot: SNAPSHOT,
    firstPage: FIRST_PAGE,
    release: vi.fn(),
  }
  const users: ViewUser[] = []
  const open = (user: ViewUser): HeldView => {
    users.push(user)
    return held
  }
  return { held, open, user: () => users[0] as ViewUser }
}

function rig(first: ReturnType<typeof part>, options: Partial<SwitchingViewOptions> = {}) {
  const calls: string[] = []
  const user: ViewUser = {
    onRows: () => calls.push('rows'),
    onStatus: () => calls.push('status'),
    onDenied: () => calls.push('denied'),
  }
  const followReads = () => () => {}
  const view = new SwitchingView({ rules: RULES, user, order, followReads, open: first.open, ...options })
  const shows = () => view.view.rows().map(({ name }) => name)
  return { view, calls, shows }
}

test('a view that takes over tells that the rows are others, and the view before is released', () => {
  const [first, next] = [part('first', '10'), part('next', '3')]
  const { view, calls, shows } = rig(first)
  expect([calls, view.isIdle]).toEqual([[], false])
  view.takeOver(next.open)
  expect([shows(), calls, first.held.release.mock.calls.length]).toEqual([['next'], ['rows'], 1])
})

test('a view that was to be replaced returns, and tells it', () => {
  const [first, next] = [part('first', '10'), part('next', '')]
  const { view, calls, shows } = rig(first)
  view.restore()
  expect(calls).toEqual([])
  view.replace(next.open)
  expect([shows(), calls]).toEqual([['first'], []])
  view.restore()
  expect([shows(), calls, next.held.release.mock.calls.length]).toEqual([['first'], ['rows'], 1])
  view.release()
  expect([first, next].map(({ held }) => held.release.mock.calls.length)).toEqual([1, 1])
  expect(view.isIdle).toBe(true)
})

test('a view that is ready at once tells that the rows are others', () => {
  const { view, calls, shows } = rig(part('first', '10'))
  view.replace(part('next', '10').open)
  expect([shows(), calls]).toEqual([['next'], ['rows']])
})

test('changes of the next view do not count before it is shown', () => {
  const next = part('next', '')
  const { view, calls } = rig(part('first', '10'))
  view.replace(next.open)
  next.user().onRows()
  expect(calls).toEqual([])
  next.user().onStatus()
  expect(calls).toEqual(['status'])
})

test('a copy of denied rows that leaves is reported before, and after', () => {
  const [first, next] = [part('first', '10'), part('next', '')]
  const { view, calls, shows } = rig(first, { rules: { ...RULES, nextDenied: 'dropCopy' } })
  first.user().onDenied?.()
  first.held.view = new FixedRows([], order)
  view.replace(next.open)
  expect([shows(), calls]).toEqual([['first'], []])
  next.held.status = DENIED
  next.user().onStatus()
  expect([shows(), calls]).toEqual([[], ['denied', 'rows', 'status']])
})

test('only the last view needs no first paint', () => {
  const { view } = rig(part('first', '10'))
  expect([view.firstPage, view.snapshot]).toEqual([FIRST_PAGE, SNAPSHOT])
  const last = rig(part('next', '10'), {
    rules: { ...RULES, isFinal: true },
    last: { view: part('last', '9').held, floor: '9' },
  })
  expect([last.view.firstPage, last.view.snapshot, last.shows()]).toEqual([undefined, undefined, ['next']])
})

test('a plan learns that its view is forbidden when it is opened', () => {
  const forbidden: Error[] = []
  const open = (status: InformerStatus) =>
    openPlanned({
      plan: {
        version: 1,
        takesOver: false,
        open: part('first', '', status).open,
        forbidden: error => forbidden.push(error),
        subscribe: () => () => {},
      },
      user: { onRows() {}, onStatus() {} },
      order,
      followReads: () => () => {},
    })
  open(CONNECTING)
  expect(forbidden).toEqual([])
  open(DENIED)
  expect(forbidden).toEqual([DENIED.error])
  open({ ...DENIED, error: new StatusError({ code: 500, message: 'passes' }) })
  // Its rows were listed: only the watch is denied.
  open({ ...DENIED, data: 'complete' })
  expect(forbidden).toHaveLength(1)
})
