import type { KubernetesObject, Row } from '@kube-informer/core'
import { createFakeLocks } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SliceState, Subscription } from '../api/subscription.ts'
import { diffWindow } from '../host/streams/window-diff.ts'
import { COMPLETE, openPage } from '../test/open-page.ts'
import { brokenRow, podRow } from '../test/rows.ts'
import type { ScriptedHost } from '../test/scripted-transport.ts'
import type { SliceUpdate } from '../wire/protocol.ts'

/**
 * Random histories of a page: hosts start, end, do not respond or send late, the cluster changes, rows cannot be read, slices
 * are mounted and unmounted, tabs are hidden and shown. A slice must always show one complete state that a host has sent,
 * without the unreadable rows, which its error names. At the end, that is the state of the last host. After close, no timer and
 * no listener may be left.
 */

const HISTORIES = process.env.LONG ? 5_000 : 400

const SLICES: readonly Subscription[] = [{ resource: 'pods' }, { resource: 'nodes' }]

const key = fc.constantFrom('x/a', 'x/b', 'x/c')
const slice = fc.nat(SLICES.length - 1)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('put', 'corrupt', 'delete'), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('mount', 'unmount'), slice }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('send', 'send', 'frame', 'status') }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('host', 'host', 'welcome', 'lose', 'die', 'late') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('hide', 'show', 'leave', 'resume', 'second', 'minute') }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const NOTHING_YET = { ...COMPLETE, data: 'none', link: 'connecting' } as const

/** A host that sends one batch at a time, and records the rows that it has sent for each slice. */
class Host {
  readonly transport: ScriptedHost
  readonly #sent = new Map<number, readonly Row[]>()
  #batches = 0

  constructor(transport: ScriptedHost) {
    this.transport = transport
  }

  /** Sends the difference to these rows. Returns false if a batch is in flight or nothing changed. */
  send(rows: readonly Row[]): boolean {
    return this.#post(id => this.#update(id, rows))
  }

  /** Sends a status without data for the slices whose rows were not sent yet. */
  sendStatus(): boolean {
    return this.#post(id => (this.#sent.has(id) ? [] : [{ id, status: NOTHING_YET }]))
  }

  #post(updateOf: (id: number) => SliceUpdate[]): boolean {
    if (this.transport.sent('ack').length < this.#batches) return false
    const gone = new Set(this.transport.sent('unsubscribe').map(({ id }) => id))
    const ids = this.transport.sent('subscribe').map(({ id }) => id)
    const updates = ids.flatMap(id => (gone.has(id) ? [] : updateOf(id)))
    if (updates.length === 0) return false
    this.#batches++
    this.transport.onMessage({ type: 'batch', updates })
    return true
  }

  #update(id: number, wanted: readonly Row[]): SliceUpdate[] {
    const held = this.#sent.get(id)
    const { rows, order } = diffWindow(held ?? [], wanted)
    this.#sent.set(id, wanted)
    if (held && rows.length === 0 && !order) return []
    const first = held ? {} : { order: { at: 0, remove: 0, insert: [] }, status: COMPLETE }
    return [{ id, ...first, rows, ...(order && { order }), total: wanted.length }]
  }
}

type Shown = Pick<KubernetesObject, 'metadata'>

const textOf = (rows: readonly Shown[]): string =>
  rows.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}@${metadata?.resourceVersion}`).join()

/** A text for the state of a slice: its rows, their number, and the keys of unreadable rows. */
const summaryOf = (data: readonly Shown[], total: number, unreadable = ''): string =>
  `${textOf(data)} of ${total}, not ${unreadable}`

const summaryOfState = ({ data, total, status }: SliceState<KubernetesObject>): string =>
  summaryOf(data, total, status.error?.message.split(': ')[1])

class World {
  readonly locks = createFakeLocks()
  readonly #worker = this.locks.agent('worker')
  readonly page = openPage({ kind: 'shared', identity: 'jane', locks: this.locks.agent('tab') })
  readonly #pods = new Map<string, number>()
  readonly #mounts: (() => void)[][] = SLICES.map(() => [])
  readonly #corrupted = new Set<number>()
  /** The summaries of all states that hosts have sent. */
  readonly #sentStates = new Set([summaryOf([], 0)])
  readonly #before = new Map<Subscription, SliceState<KubernetesObject>>()
  #host: Host | undefined
  #old: Host | undefined
  #version = 0

  get rows(): Row[] {
    const pods = [...this.#pods].sort(([a], [b]) => (a < b ? -1 : 1))
    return pods.map(([pod, version]) => {
      const row = podRow(pod, version)
      return this.#corrupted.has(version) ? brokenRow(row) : row
    })
  }

  /** The expected summary of the current rows. */
  get summary(): string {
    const { rows } = this
    const isCorrupted = ({ resourceVersion }: Row) => this.#corrupted.has(Number(resourceVersion))
    const readable = rows.filter(row => !isCorrupted(row)).map(row => ({ metadata: row }))
    const unreadable = rows.filter(isCorrupted).map(row => row.key)
    return summaryOf(readable, rows.length, unreadable.join(', '))
  }

  async start(): Promise<void> {
    void this.#worker.request('alive', {}, () => new Promise(() => {}))
    this.#pods.set('x/a', ++this.#version)
    this.#mount(0)
    this.host()
    await this.page.settle()
    this.#host?.transport.welcome('alive')
    this.send()
  }

  async run(step: Step): Promise<void> {
    const { clock, lifecycle, transport } = this.page
    if (step.do === 'put' && 'key' in step) this.#pods.set(step.key, ++this.#version)
    if (step.do === 'corrupt' && 'key' in step) this.#corrupt(step.key)
    if (step.do === 'delete' && 'key' in step) this.#pods.delete(step.key)
    if (step.do === 'mount' && 'slice' in step) this.#mount(step.slice)
    if (step.do === 'unmount' && 'slice' in step) this.#mounts[step.slice]?.pop()?.()
    if (step.do === 'send') this.send()
    if (step.do === 'status') this.#host?.sendStatus()
    if (step.do === 'host') this.host()
    if (step.do === 'welcome') this.#host?.transport.welcome('alive')
    if (step.do === 'lose' || step.do === 'die') this.#lose(step.do === 'die')
    if (step.do === 'late') this.#sendLate()
    if (step.do === 'hide' || step.do === 'show') {
      lifecycle.visible = step.do === 'show'
      lifecycle.emit('visibility')
    }
    if (step.do === 'leave' || step.do === 'resume') lifecycle.emit(step.do)
    await clock.advance(step.do === 'minute' ? 60_000 : step.do === 'second' ? 1_000 : 16)
    // The page has closed the channel to a host that it restarts.
    if (transport.restarts.splice(0).length > 0) this.#old = this.#host
    this.#check()
  }

  host(): void {
    this.#old = this.#host
    this.#host = new Host(this.page.transport.host())
  }

  send(): boolean {
    const sent = this.#host?.send(this.rows) ?? false
    if (sent) this.#sentStates.add(this.summary)
    return sent
  }

  /** Connects a last host, which sends the complete state. */
  async end(): Promise<void> {
    const { lifecycle, connection, clock, settle } = this.page
    lifecycle.visible = true
    lifecycle.emit('resume')
    this.#mount(0)
    this.host()
    await settle()
    this.#host?.transport.welcome()
    this.send()
    await settle()
    this.#check()
    const state = connection.observe(SLICES[0] ?? { resource: '' }).getState()
    expect(state).toMatchObject({ total: this.#pods.size, status: COMPLETE })
    expect(summaryOfState(state)).toBe(this.summary)
    this.close()
    await settle()
    expect([clock.pendingTimers, lifecycle.listeners, this.page.broadcasts.openCount]).toEqual([0, 0, 0])
  }

  close(): void {
    this.page.connection.close()
  }

  #corrupt(key: string): void {
    this.#corrupted.add(++this.#version)
    this.#pods.set(key, this.#version)
  }

  #mount(index: number): void {
    const subscription = SLICES[index]
    if (!subscription) return
    const slice = this.page.connection.observe(subscription)
    this.#mounts[index]?.push(slice.subscribe(() => slice.getState()))
  }

  /** Sends an update from the previous host, with an id of the current host. */
  #sendLate(): void {
    const id = this.#host?.transport.sent('subscribe').at(-1)?.id ?? 1
    this.#old?.transport.onMessage({ type: 'batch', updates: [{ id, total: 99 }] })
  }

  #lose(crashed: boolean): void {
    if (this.#host)
      this.page.transport.listener.onLost(crashed ? 'the worker has ended' : 'the leader has left')
    this.#old = this.#host
    this.#host = undefined
  }

  #check(): void {
    for (const [index, subscription] of SLICES.entries()) {
      if (this.#mounts[index]?.length === 0) {
        this.#before.delete(subscription)
        continue
      }
      const state = this.page.connection.observe(subscription).getState()
      expect(this.#sentStates).toContain(summaryOfState(state))
      const known = new Map(this.#before.get(subscription)?.data.map(object => [textOf([object]), object]))
      for (const object of state.data) expect(known.get(textOf([object])) ?? object).toBe(object)
      if (known.size > 0 && state.status.data === 'none') expect.fail('the rows were lost')
      this.#before.set(subscription, state)
    }
  }
}

test('after any history of hosts, a page shows only states that a host has sent', async () => {
  const history = fc.array(step, { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), async (steps, early) => {
      const world = new World()
      await world.start()
      for (const each of steps) await world.run(each)
      if (!early) await world.end()
      world.close()
      await world.page.settle()
      expect([world.page.clock.pendingTimers, world.page.lifecycle.listeners]).toEqual([0, 0])
    }),
    { numRuns: HISTORIES },
  )
}, 60_000)
