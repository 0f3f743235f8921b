import type { Random } from '@kube-informer/core'
import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  type FaultPlay,
  type Pod,
  playFaults,
  seededRandom,
} from '@kube-informer/testing'
import { Network } from './network.ts'
import type { Deed, Plan, Step, Write } from './plan.ts'
import { Subject } from './subject.ts'
import { Tabs } from './tabs.ts'
import { Truth } from './truth.ts'
import { Viewer } from './viewer.ts'
import { ensure } from './violation.ts'

const MINUTE = 60_000
/** Longer than a silence takes to be noticed twice, behind the longest wait of a backoff. */
const RECOVERY_MS = 12 * MINUTE
/** By then what is in the host is on the screen, its counters too. */
const FRAMES_MS = 1_000
/** By then a host has noticed that all its pages are gone, and has ended what it did for them. */
const GRACE_MS = MINUTE
const NAMESPACES = ['blue', 'green'] as const
const NAMES = 30

/** What a history came to. */
export interface Account {
  readonly virtualMs: number
  readonly requests: number
  /** How many of them asked for everything, and not only whether the server is there. */
  readonly lists: number
}

/** Lives through a plan; throws a {@link Violation} at the first thing that does not hold. */
export async function live(plan: Plan): Promise<Account> {
  const history = new History(plan)
  for (const step of plan.steps) await history.take(step)
  return await history.end()
}

class History {
  readonly #clock = new FakeClock({ quietTurns: 3 })
  readonly #server: FakeApiserver
  readonly #network: Network
  readonly #truth = new Truth()
  readonly #subjects: readonly Subject[]
  readonly #plays: FaultPlay[] = []
  readonly #viewers: readonly Viewer[]
  readonly #tabs: Tabs | undefined
  readonly #startedAt = this.#clock.now()

  constructor({ seed, pods, informers, viewers, tabs }: Plan) {
    this.#server = createFakeApiserver({ clock: this.#clock, random: seededRandom(seed) })
    const random = seededRandom(seed + 1)
    for (let count = 0; count < pods; count++) this.#create(random)
    this.#network = new Network(this.#server.fetch, this.#clock)
    const surroundings = { fetch: this.#network.fetch, clock: this.#clock, truth: this.#truth }
    this.#subjects = informers.map((informer, index) => new Subject(informer, surroundings, seed + index))
    this.#viewers = viewers.map((viewer, index) => new Viewer(viewer, surroundings, seed + index))
    this.#tabs = tabs && new Tabs(tabs, surroundings, seed)
    for (const subject of this.#subjects) subject.start()
  }

  async take({ atMs, seed, deed }: Step): Promise<void> {
    const passedMs = this.#startedAt + atMs - this.#clock.now()
    await this.#clock.advance(passedMs)
    this.#check()
    if (passedMs >= FRAMES_MS) {
      for (const viewer of this.#viewers) viewer.check()
      this.#tabs?.checkScreens()
    }
    this.#do(deed, seededRandom(seed))
    await this.#clock.settle()
    this.#check()
  }

  async end(): Promise<Account> {
    this.#calm()
    this.#network.heal()
    for (const subject of this.#subjects) subject.start()
    this.#tabs?.recover()
    await this.#clock.advance(RECOVERY_MS)
    for (const subject of this.#subjects) subject.checkRecovered(this.#server.rv)
    for (const viewer of this.#viewers) viewer.checkRecovered()
    this.#tabs?.checkRecovered()
    for (const subject of this.#subjects) subject.stop()
    for (const viewer of this.#viewers) viewer.stop()
    this.#tabs?.stop()
    // Handlers that are at work come to their end, and informers without a page.
    await this.#clock.advance(GRACE_MS)
    for (const subject of this.#subjects) subject.check()
    const { pendingTimers } = this.#clock
    const { openWatches, requests } = this.#server
    ensure(pendingTimers === 0, () => `invariant 5, stop wins: ${pendingTimers} timers are left`)
    ensure(openWatches === 0, () => `invariant 5, stop wins: ${openWatches} watches are left`)
    const lists = requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1').length
    return { virtualMs: this.#clock.now() - this.#startedAt, requests: requests.length, lists }
  }

  /** Nothing is wrong with the server any more. */
  #calm(): void {
    for (const play of this.#plays.splice(0)) play.stop()
    this.#server.faults.clear()
  }

  #check(): void {
    for (const subject of this.#subjects) subject.check()
    this.#tabs?.check()
  }

  /** None in a history that was made smaller by all its informers. */
  #subject(index: number): Subject | undefined {
    return this.#subjects[index % this.#subjects.length]
  }

  #do(deed: Deed, random: Random): void {
    switch (deed.do) {
      case 'write':
        for (const write of deed.writes) this.#write(write, random)
        break
      case 'strike':
        this.#plays.push(playFaults(this.#server, [{ atMs: 0, fault: deed.fault }]))
        break
      case 'calm':
        this.#calm()
        break
      case 'silence':
        this.#network.silence(deed.forMs)
        break
      case 'stop':
        this.#subject(deed.informer)?.stop()
        break
      case 'start':
        this.#subject(deed.informer)?.start()
        break
      case 'reconnect':
        this.#subject(deed.informer)?.reconnect()
        break
      case 'refuse-saves':
        this.#subject(deed.informer)?.refuseSaves(deed.times)
        break
      case 'add-handler':
        this.#subject(deed.informer)?.addHandler(deed.temper)
        break
      case 'remove-handler':
        this.#subject(deed.informer)?.removeHandler(count => Math.floor(random() * count))
        break
      default:
        this.#tabs?.do(deed)
    }
  }

  #write(write: Write, random: Random): void {
    const state = [...this.#truth.at(this.#server.rv).values()]
    const pod = state[Math.floor(random() * state.length)]
    if (write === 'create' || !pod) this.#create(random)
    else if (write === 'delete') this.#delete(pod)
    else if (write === 'recreate') this.#recreate(pod)
    else this.#truth.wrote(this.#server.update(changed(pod, write, random)))
  }

  #create(random: Random): void {
    const name = `pod-${Math.floor(random() * NAMES)}`
    const namespace = NAMESPACES[random() < 0.6 ? 0 : 1]
    if (this.#truth.at(this.#server.rv).has(`${namespace}/${name}`)) return
    const pod: Pod = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name, namespace },
      spec: { containers: [] },
    }
    this.#truth.wrote(this.#server.create(changed(changed(pod, 'relabel', random), 'move', random)))
  }

  #recreate(pod: Pod): void {
    this.#delete(pod)
    const { resourceVersion: _resourceVersion, uid: _uid, ...metadata } = pod.metadata
    this.#truth.wrote(this.#server.create({ ...pod, metadata }))
  }

  #delete(pod: Pod): void {
    this.#server.delete(pod)
    this.#truth.deleted(pod, this.#server.rv)
  }
}

function changed(pod: Pod, how: 'update' | 'relabel' | 'move', random: Random): Pod {
  const dice = Math.floor(random() * 4)
  switch (how) {
    case 'update':
      return { ...pod, status: { ...pod.status, startTime: String(random()) } }
    case 'relabel': {
      const labels = dice === 3 ? {} : { app: ['a', 'b', 'c'][dice] ?? 'a' }
      return { ...pod, metadata: { ...pod.metadata, labels } }
    }
    case 'move': {
      const { nodeName: _, ...spec } = pod.spec ?? { containers: [] }
      return { ...pod, spec: dice === 3 ? spec : { ...spec, nodeName: `node-${dice}` } }
    }
  }
}
