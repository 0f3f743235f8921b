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
import type { Action, MutateAction, RightsAction, Step, Write } from './action.ts'
import { InlinePage } from './inline-page.ts'
import { Network } from './network.ts'
import { PageWrites } from './page-writes.ts'
import type { Plan } from './plan.ts'
import { NAMESPACES, Rights } from './rights.ts'
import { ServerLog } from './server-log.ts'
import { Tabs } from './tabs.ts'
import { TestedInformer } from './tested-informer.ts'
import { ensure } from './violation.ts'
import { loadServer, WritePath } from './write-path.ts'

const MINUTE = 60_000
/** Long enough for two idle timeouts after the longest backoff. */
const RECOVERY_MS = 12 * MINUTE
/** Long enough for the longest pause after a denied request, and for the requests that follow it. */
const GRANTED_MS = 20 * MINUTE
/** Time after which a change in the host is on the screen, counters included. */
const FRAMES_MS = 1_000
/** Time after which a host has detected that all its pages are gone, and has stopped their informers. */
const GRACE_MS = MINUTE
const NAMES = 30

/** Measurements of one run of a history. */
export interface HistoryStats {
  readonly virtualMs: number
  readonly requests: number
  /** Lists of all objects; requests with limit 1, which only probe the server, are not counted. */
  readonly lists: number
}

/** Runs a plan; throws a {@link Violation} when an invariant does not hold. */
export async function runPlan(plan: Plan): Promise<HistoryStats> {
  await loadServer()
  const history = new History(plan)
  for (const step of plan.steps) await history.runStep(step)
  return await history.finish()
}

class History {
  readonly #clock = new FakeClock({ quietTicks: 3 })
  readonly #server: FakeApiserver
  readonly #network: Network
  readonly #rights: Rights
  readonly #recoveryMs: number
  readonly #reconnectsAtEnd: boolean
  readonly #log = new ServerLog()
  readonly #informers: readonly TestedInformer[]
  readonly #faults: FaultPlay[] = []
  readonly #writes: PageWrites
  readonly #inlinePages: readonly InlinePage[]
  readonly #tabs: Tabs | undefined
  readonly #startedAt = this.#clock.now()

  constructor({ seed, pods, network, informers, inlinePages, tabs, rights }: Plan) {
    const { namespaces, reconnects } = rights ?? { namespaces: 'unknown', reconnects: false }
    const listsNamespaces = namespaces === 'listed'
    // Beside pages they would repeat denied requests for hours, and show nothing that they do not show alone.
    const concernsInformers = inlinePages.length === 0 && !tabs
    this.#rights = new Rights({ now: () => this.#clock.now(), listsNamespaces, concernsInformers })
    this.#reconnectsAtEnd = reconnects
    this.#recoveryMs = rights && !reconnects ? GRANTED_MS : RECOVERY_MS
    const { authorize } = this.#rights
    this.#server = createFakeApiserver({ clock: this.#clock, random: seededRandom(seed), authorize })
    for (const name of NAMESPACES) this.#createNamespace(name)
    const random = seededRandom(seed + 1)
    for (let count = 0; count < pods; count++) this.#create(random)
    const [server, clock, log] = [this.#server, this.#clock, this.#log]
    const path = new WritePath({ server, clock, log })
    this.#network = new Network(path.toServer, clock, network)
    this.#writes = new PageWrites({ path, clock, log, resourceVersion: () => server.rv })
    const environment = {
      fetch: this.#rights.forInformers(this.#network.fetch),
      arrivedAt: () => this.#network.arrivedAt,
      clock,
      log,
    }
    const access = { rights: this.#rights, namespaces }
    const pageEnvironment = {
      ...environment,
      access,
      fetch: path.fromPages(this.#network.fetch),
      writes: this.#writes,
    }
    this.#informers = informers.map(
      (informer, index) => new TestedInformer(informer, environment, seed + index),
    )
    this.#inlinePages = inlinePages.map((page, index) => new InlinePage(page, pageEnvironment, seed + index))
    this.#tabs = tabs && new Tabs(tabs, pageEnvironment, seed)
    for (const informer of this.#informers) informer.start()
  }

  async runStep({ atMs, seed, action }: Step): Promise<void> {
    const passedMs = this.#startedAt + atMs - this.#clock.now()
    await this.#clock.advance(passedMs)
    this.#check()
    if (passedMs >= FRAMES_MS) {
      for (const page of this.#inlinePages) page.check()
      this.#tabs?.checkScreens()
    }
    this.#perform(action, seededRandom(seed))
    await this.#clock.settle()
    this.#check()
  }

  async finish(): Promise<HistoryStats> {
    this.#clearFaults()
    this.#network.endOutage()
    for (const informer of this.#informers) informer.start()
    this.#tabs?.recover()
    this.#grantRights(this.#reconnectsAtEnd)
    await this.#clock.advance(this.#recoveryMs)
    for (const informer of this.#informers) informer.checkRecovered(this.#server.rv)
    for (const page of this.#inlinePages) page.checkRecovered(this.#server.rv)
    this.#tabs?.checkRecovered(this.#server.rv)
    this.#writes.checkRecovered()
    for (const informer of this.#informers) informer.stop()
    for (const page of this.#inlinePages) page.stop()
    this.#tabs?.stop()
    // Lets running handlers finish, and hosts stop informers that have no page.
    await this.#clock.advance(GRACE_MS)
    for (const informer of this.#informers) informer.check()
    const { pendingTimers } = this.#clock
    const { openWatches, requests } = this.#server
    ensure(
      pendingTimers === 0,
      () => `invariant 5 (no activity after stop): ${pendingTimers} timers are pending`,
    )
    ensure(openWatches === 0, () => `invariant 5 (no activity after stop): ${openWatches} watches are open`)
    const lists = requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1').length
    return { virtualMs: this.#clock.now() - this.#startedAt, requests: requests.length, lists }
  }

  /** Removes all faults from the server. */
  #clearFaults(): void {
    for (const fault of this.#faults.splice(0)) fault.stop()
    this.#server.faults.clear()
  }

  #check(): void {
    for (const informer of this.#informers) informer.check()
    this.#tabs?.check()
    this.#writes.check()
  }

  /** Undefined in a shrunk history without informers. */
  #informer(index: number): TestedInformer | undefined {
    return this.#informers[index % this.#informers.length]
  }

  #perform(action: Action, random: Random): void {
    switch (action.type) {
      case 'write':
        for (const write of action.writes) this.#write(write, random)
        break
      case 'inject-fault':
        this.#faults.push(playFaults(this.#server, [{ atMs: 0, fault: action.fault }]))
        break
      case 'clear-faults':
        this.#clearFaults()
        break
      case 'network-outage':
        this.#network.startOutage(action.forMs)
        break
      case 'stop':
        this.#informer(action.informer)?.stop()
        break
      case 'start':
        this.#informer(action.informer)?.start()
        break
      case 'reconnect':
        this.#informer(action.informer)?.reconnect()
        break
      case 'fail-saves':
        this.#informer(action.informer)?.failSaves(action.times)
        break
      case 'add-handler':
        this.#informer(action.informer)?.addHandler(action.behavior)
        break
      case 'remove-handler':
        this.#informer(action.informer)?.removeHandler(count => Math.floor(random() * count))
        break
      case 'withdraw-rights':
      case 'reject-tokens':
      case 'grant-rights':
        this.#changeRights(action)
        break
      case 'mutate':
        this.#mutate(action, random)
        break
      default:
        this.#tabs?.perform(action)
    }
  }

  #mutate({ page, writes }: MutateAction, random: Random): void {
    const pages = [...this.#inlinePages.map(({ writer }) => writer), ...(this.#tabs?.writers ?? [])]
    const writer = pages[page % Math.max(1, pages.length)]
    const choose = (limit: number): number => Math.floor(random() * limit)
    for (const write of writes) if (writer) this.#writes.start(writer, write, choose)
  }

  #changeRights(action: RightsAction): void {
    if (action.type === 'grant-rights') {
      this.#grantRights(action.reconnects)
      return
    }
    if (action.type === 'reject-tokens') this.#rights.rejectTokens(this.#server)
    else this.#rights.withdraw(action.rights)
    if (action.dropsWatches) this.#server.dropWatches()
  }

  /** Grants everything; the pages request it at once, or their hosts do after a pause. */
  #grantRights(reconnects: boolean): void {
    this.#rights.grantAll()
    if (!reconnects) return
    for (const page of this.#inlinePages) page.reconnect()
    this.#tabs?.reconnect()
  }

  #write(write: Write, random: Random): void {
    const state = [...this.#log.podsAt(this.#server.rv).values()]
    const pod = state[Math.floor(random() * state.length)]
    if (write === 'create' || !pod) this.#create(random)
    else if (write === 'delete') this.#delete(pod)
    else if (write === 'recreate') this.#recreate(pod)
    else this.#log.recordWrite(this.#server.update(changed(pod, write, random)))
  }

  #create(random: Random): void {
    const name = `pod-${Math.floor(random() * NAMES)}`
    const namespace = NAMESPACES[random() < 0.6 ? 0 : 1]
    if (this.#log.podsAt(this.#server.rv).has(`${namespace}/${name}`)) return
    const pod: Pod = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name, namespace },
      // What Go writes in any encoding, also if it is empty.
      spec: { containers: [{ name: 'main', image: 'main', resources: {} }] },
      status: {},
    }
    this.#log.recordWrite(this.#server.create(changed(changed(pod, 'relabel', random), 'move', random)))
  }

  #createNamespace(name: string): void {
    this.#server.create({ kind: 'Namespace', apiVersion: 'v1', metadata: { name } })
  }

  #recreate(pod: Pod): void {
    this.#delete(pod)
    const { resourceVersion: _resourceVersion, uid: _uid, ...metadata } = pod.metadata
    this.#log.recordWrite(this.#server.create({ ...pod, metadata }))
  }

  #delete(pod: Pod): void {
    this.#server.delete(pod)
    this.#log.recordDelete(pod, this.#server.rv)
  }
}

function changed(pod: Pod, change: 'update' | 'relabel' | 'move', random: Random): Pod {
  const choice = Math.floor(random() * 4)
  switch (change) {
    case 'update': {
      const startTime = new Date(Math.floor(random() * 1e9) * 1_000).toISOString().replace('.000', '')
      return { ...pod, status: { ...pod.status, startTime } }
    }
    case 'relabel': {
      const { labels: _, ...metadata } = pod.metadata
      const labels = choice === 3 ? {} : { labels: { app: ['a', 'b', 'c'][choice] ?? 'a' } }
      return { ...pod, metadata: { ...metadata, ...labels } }
    }
    case 'move': {
      const { nodeName: _, ...spec } = pod.spec ?? { containers: [] }
      return { ...pod, spec: choice === 3 ? spec : { ...spec, nodeName: `node-${choice}` } }
    }
  }
}
