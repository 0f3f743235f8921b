import { type InformerStatus, type Row, StatusError } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import { describe, expect, it } from 'vitest'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { FixedRows } from '../slices/fixed-rows.ts'
import { byNamespaceAndName as order } from '../slices/row-order.ts'
import { openDerived } from './derived-view.ts'
import { openHandover } from './handover-view.ts'
import { openPlanned } from './planned-view.ts'
import { NOT_RUNNING } from './status-view.ts'

const denial = (message: string) => new StatusError({ code: 403, message })
const rowOf = (name: string) => ({ key: name, namespace: '', name }) as Row
const COUNTERS = { ...NOT_RUNNING.counters, objects: 42 }

/** A view whose user is called by a test. Its only row has its name. */
class FakeView implements HeldView {
  readonly snapshot = { load: async () => undefined, shown() {} }
  readonly countGroups = undefined
  readonly name: string
  readonly user: ViewUser
  readonly #reads: ListenerSet
  isReleased = false
  coveredResourceVersion = ''
  status: InformerStatus = { ...NOT_RUNNING, link: 'connecting' }

  constructor(name: string, user: ViewUser, reads: ListenerSet) {
    this.name = name
    this.user = user
    this.#reads = reads
  }

  get view() {
    return new FixedRows(this.status.data === 'none' ? [] : [rowOf(this.name)], order)
  }

  get newestResourceVersion(): string {
    return this.coveredResourceVersion
  }

  release(): void {
    this.isReleased = true
  }

  has(resourceVersion: string): void {
    this.coveredResourceVersion = resourceVersion
    this.#changes({ ...NOT_RUNNING, data: 'complete', link: 'live' })
  }

  /** The rows leave in the same turn in which the user is notified. */
  isDenied(message: string): void {
    if (this.status.data !== 'none') this.user.onDenied?.()
    this.coveredResourceVersion = ''
    this.#changes({ ...NOT_RUNNING, link: 'retrying', error: denial(message) })
  }

  fails(error: Error): void {
    this.#changes({ ...this.status, link: 'retrying', error })
  }

  #changes(status: InformerStatus): void {
    this.status = status
    this.user.onRows()
    if (!this.isReleased) this.user.onStatus()
    this.#reads.emit()
  }
}

/** Opens fake views, and records what the user of the switching view sees. */
function rig() {
  const reads = new ListenerSet()
  const opened: FakeView[] = []
  const denials: string[][] = []
  const open = (name: string, at?: string) => (user: ViewUser) => {
    const view = new FakeView(name, user, reads)
    if (at !== undefined) Object.assign(view, { coveredResourceVersion: at, status: complete })
    opened.push(view)
    return view
  }
  const user: ViewUser = { onRows() {}, onStatus() {}, onDenied: () => denials.push(shows()) }
  let held: HeldView | undefined
  const use = (view: HeldView) => {
    held = view
    return view
  }
  const shows = () => held?.view.rows().map(({ name }) => name) ?? []
  const runs = () => opened.filter(({ isReleased }) => !isReleased).map(({ name }) => name)
  const followReads = (listener: () => void) => reads.add(listener)
  const view = (index: number) => opened[index] as FakeView
  return { reads, denials, open, use, user, shows, runs, followReads, view, opened }
}

const complete: InformerStatus = { ...NOT_RUNNING, data: 'complete', link: 'live' }

describe('a planned view', () => {
  function planned(firstAt?: string) {
    const rigged = rig()
    const { open, use, user, followReads } = rigged
    let listener = () => {}
    let given: readonly string[] | undefined
    const plan = {
      version: 1,
      takesOver: false,
      nextAt: undefined as string | undefined,
      onForbidden: () => {},
      open(each: ViewUser, denied?: { readonly rows: readonly Row[] }) {
        given = denied?.rows.map(({ name }) => name)
        return open(`v${plan.version}`, plan.version === 1 ? firstAt : plan.nextAt)(each)
      },
      forbidden: () => plan.onForbidden(),
      subscribe(each: () => void) {
        listener = each
        return () => {
          listener = () => {}
        }
      },
      change(takesOver = false) {
        Object.assign(plan, { version: plan.version + 1, takesOver })
        listener()
      },
    }
    const view = use(openPlanned({ plan, user, order, followReads }))
    return { ...rigged, plan, held: view, given: () => given }
  }

  it('shows the old view until the new one has reached its resourceVersion', () => {
    const { plan, view, shows, runs, held, reads } = planned('10')
    expect(reads.size).toBe(0)
    plan.change()
    view(1).has('9')
    expect([shows(), runs(), held.status.link]).toEqual([['v1'], ['v1', 'v2'], 'live'])
    view(1).coveredResourceVersion = '10'
    reads.emit()
    expect([shows(), runs(), reads.size]).toEqual([['v2'], ['v2'], 0])
    plan.change()
    expect(runs()).toEqual(['v2', 'v3'])
  })

  it('opens anew, with the same rows, if the plan changes before the new view is ready', () => {
    const { plan, shows, runs, held } = planned('10')
    plan.change()
    plan.change()
    expect([shows(), runs(), held.status.link]).toEqual([['v1'], ['v1', 'v3'], 'connecting'])
  })

  it('keeps the rows of a denied view, whatever the resourceVersion of what replaces it', () => {
    const { plan, view, shows, runs, held } = planned('10')
    plan.onForbidden = () => plan.change()
    view(0).isDenied('all')
    expect([shows(), runs(), held.status.data, held.newestResourceVersion]).toEqual([
      ['v1'],
      ['v2'],
      'complete',
      '',
    ])
    view(1).has('3')
    expect(shows()).toEqual(['v2'])
  })

  it('loses the rows of a denied view that nothing replaces', () => {
    const { plan, view, shows, held, denials } = planned('10')
    view(0).isDenied('all')
    expect([shows(), held.status.error?.message]).toEqual([[], 'all'])
    plan.change(true)
    expect([shows(), denials]).toEqual([[], []])
  })

  it('hands the rows of a denied view over, and shows the new view at once', () => {
    const { plan, view, shows, runs, given } = planned('10')
    plan.onForbidden = () => plan.change(true)
    view(0).isDenied('all')
    expect([given(), shows(), runs()]).toEqual([['v1'], [], ['v2']])
  })

  it('keeps a copy if the view that is shown is denied meanwhile', () => {
    const { plan, view, shows, runs } = planned('10')
    plan.change()
    view(0).isDenied('all')
    expect([shows(), runs()]).toEqual([['v1'], ['v1', 'v2']])
    view(1).has('3')
    expect([shows(), runs()]).toEqual([['v2'], ['v2']])
  })

  it('shows that the new view is denied, unless it was when it was opened', () => {
    const { plan, view, shows, held } = planned('10')
    const { open } = plan
    plan.open = each => {
      const opened = open(each)
      if (plan.version === 2) Object.assign(opened, { status: { ...NOT_RUNNING, error: denial('old') } })
      return opened
    }
    let isNotified = false
    plan.onForbidden = () => {
      isNotified = true
    }
    plan.change()
    view(1).fails(view(1).status.error as Error)
    expect([shows(), isNotified]).toEqual([['v1'], false])
    view(1).fails(denial('new'))
    expect([shows(), held.status.error?.message, isNotified]).toEqual([[], 'new', true])
  })

  it('leaves a view that has lost its data at once', () => {
    const { plan, view, shows, runs, reads } = planned('10')
    plan.change()
    view(0).status = NOT_RUNNING
    reads.emit()
    expect([shows(), runs(), view(1).name]).toEqual([[], ['v2'], 'v2'])
  })

  it('opens and reads nothing once it is released', () => {
    const { plan, runs, held, reads } = planned('10')
    plan.change()
    held.release()
    plan.change()
    expect([runs(), reads.size]).toEqual([[], 0])
  })

  it('has the first paint of the view that it shows', () => {
    expect(planned().held.snapshot).toBeDefined()
  })
})

describe('a derived view', () => {
  function derived(ownAt?: string) {
    const rigged = rig()
    const { open, use, user, followReads } = rigged
    const view = openDerived({
      user,
      order,
      openWide: open('wide', '10'),
      openOwn: open('own', ownAt),
      counters: () => COUNTERS,
      followReads,
    })
    return { ...rigged, held: use(view) }
  }

  it('opens a view of its own once the wide one is refused, and shows it when it is not older', () => {
    const { view, shows, runs, held } = derived()
    expect([held.status.counters.objects, held.status.error]).toEqual([42, undefined])
    view(0).fails(new StatusError({ code: 500, message: 'passes' }))
    expect(runs()).toEqual(['wide'])
    view(0).fails(new StatusError({ code: 404, message: 'refused' }))
    view(1).has('9')
    expect([shows(), runs(), held.status.link, held.status.error]).toEqual([
      ['wide'],
      ['wide', 'own'],
      'live',
      undefined,
    ])
    view(1).has('10')
    expect([shows(), runs(), held.status.counters.objects]).toEqual([['own'], ['own'], 0])
    expect(held.snapshot).toBeUndefined()
  })

  it('keeps the denied rows until its own view has reached them', () => {
    const { view, shows, runs, held } = derived()
    view(0).isDenied('wide')
    view(1).has('9')
    expect([shows(), runs(), held.newestResourceVersion]).toEqual([['wide'], ['wide', 'own'], ''])
    view(1).has('10')
    expect([shows(), runs()]).toEqual([['own'], ['own']])
  })

  it('drops them if its own view is denied too, after it has reported it', () => {
    const { view, shows, runs, held, denials } = derived()
    view(0).isDenied('wide')
    view(1).isDenied('own')
    expect([shows(), runs(), denials]).toEqual([[], ['wide', 'own'], [['wide']]])
    expect([held.status.data, held.status.error?.message]).toEqual(['none', 'own'])
    view(1).isDenied('again')
    expect(denials).toHaveLength(1)
  })

  it('waits for its own view if the wide one is refused again', () => {
    const { view, shows, runs } = derived()
    const notFound = new StatusError({ code: 404, message: 'refused' })
    view(0).fails(notFound)
    view(0).fails(notFound)
    expect([shows(), runs()]).toEqual([['wide'], ['wide', 'own']])
    view(1).has('10')
    expect([shows(), runs()]).toEqual([['own'], ['own']])
  })

  it('returns to the wide view if that recovers', () => {
    const { view, shows, runs, reads } = derived()
    view(0).isDenied('wide')
    view(1).isDenied('own')
    view(0).has('20')
    expect([shows(), runs(), reads.size]).toEqual([['wide'], ['wide'], 0])
  })

  it('passes a denial of its own view on once it is alone', () => {
    const { view, shows, runs, denials } = derived('10')
    view(0).isDenied('wide')
    expect([shows(), runs()]).toEqual([['own'], ['own']])
    view(1).isDenied('own')
    expect([shows(), runs(), denials]).toEqual([[], ['own'], [['own']]])
  })
})

describe('a handover', () => {
  const last: HeldView = {
    view: new FixedRows([rowOf('last')], order),
    status: { ...complete, link: 'connecting' },
    coveredResourceVersion: '',
    newestResourceVersion: '',
    countGroups: undefined,
    release() {},
  }

  function handover(ownAt?: string) {
    const rigged = rig()
    const { open, use, user, followReads } = rigged
    const view = openHandover({
      last,
      lastResourceVersion: '10',
      user,
      order,
      open: open('own', ownAt),
      followReads,
    })
    return { ...rigged, held: use(view) }
  }

  it('shows the last rows until its own view has reached the resourceVersion that they were given', () => {
    const { view, shows, held, reads } = handover()
    view(0).has('9')
    view(0).fails(new Error('passes'))
    expect([shows(), held.status.link, held.status.error?.message]).toEqual([['last'], 'retrying', 'passes'])
    view(0).coveredResourceVersion = '10'
    view(0).status = complete
    reads.emit()
    expect([shows(), reads.size]).toEqual([['own'], 0])
  })

  it('shows a view that is ready or denied when it is opened', () => {
    const { shows, reads } = handover('10')
    expect([shows(), reads.size]).toEqual([['own'], 0])
  })

  it('shows that its own view is denied', () => {
    const { view, shows, held } = handover()
    view(0).isDenied('own')
    expect([shows(), held.status.error?.message]).toEqual([[], 'own'])
  })

  it('follows no reads once it is released', () => {
    const { held, runs, reads } = handover()
    expect(reads.size).toBe(1)
    held.release()
    expect([runs(), reads.size]).toEqual([[], 0])
  })
})
