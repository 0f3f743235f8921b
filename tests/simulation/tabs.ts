import type { Clock, Fetch } from '@kube-informer/core'
import type { TabAction } from './action.ts'
import { Browser } from './browser.ts'
import { identityOf } from './host-answers.ts'
import { isDeniedSince, type PageEnvironment } from './page-access.ts'
import type { WritingPage } from './page-writes.ts'
import type { TabsPlan } from './plan.ts'
import { Tab } from './tab.ts'
import { ensure } from './violation.ts'

/** Time after which a host that was killed, frozen or closed has a successor; longer than the longest restart delay. */
const FAILOVER_MS = 90_000
/** Time after which a sign-out has reached every page that is not frozen. */
const PROPAGATION_MS = 2_000

/** Time after which denied rows are deleted from disk. */
const ERASING_MS = 1_000

/** A completed sign-out. */
interface SignOut {
  readonly atMs: number
  /** Tabs whose pages were loaded before the sign-out. */
  readonly tabs: ReadonlySet<Tab>
}

/** The tabs of one browser on one origin, and the checks across all of them. */
export class Tabs {
  readonly #clock: Clock
  readonly #browser: Browser
  readonly #host: TabsPlan['host']
  readonly #tabs: readonly Tab[]
  readonly #signOuts = new Map<string, SignOut>()
  /** Identities with a pending sign-out: their pages are empty already, their hosts may still hold data. */
  readonly #signingOut = new Set<string>()
  /** The number of page loads, by identity. */
  readonly #loads = new Map<string, number>()
  #resumedAtMs = 0
  /** Time of the last action on a tab. */
  #changedAtMs = 0
  /** By identity. */
  readonly #lastRequestAt = new Map<string, number>()

  constructor(
    { host, pages }: TabsPlan,
    { clock, fetch, log, access, writes }: PageEnvironment,
    seed: number,
  ) {
    this.#clock = clock
    this.#host = host
    this.#browser = new Browser({ clock, log, seed, fetch: this.#recordingFetch(fetch) })
    this.#tabs = pages.map(page => new Tab(page, host, this.#browser, { log, access, writes }))
    for (const tab of this.#tabs) this.#open(tab)
  }

  /** The pages that can write; undefined for a tab without one. */
  get writers(): readonly (WritingPage | undefined)[] {
    return this.#tabs.map(({ writer }) => writer)
  }

  perform(action: TabAction): void {
    this.#changedAtMs = this.#clock.now()
    const tab = this.#tabs[action.tab % this.#tabs.length]
    if (!tab) return
    switch (action.type) {
      case 'open-tab':
        this.#open(tab)
        break
      case 'close-tab':
        tab.close()
        break
      case 'kill-tab':
        tab.kill()
        break
      case 'kill-worker':
        this.#browser.workers[action.tab % Math.max(1, this.#browser.workers.length)]?.terminate()
        break
      case 'freeze-tab':
        tab.freeze(action.event)
        this.#clock.setTimeout(() => this.#resume(tab), action.forMs)
        break
      case 'unsubscribe-tab':
        tab.screen?.unsubscribe()
        this.#clock.setTimeout(() => tab.screen?.subscribe(), action.forMs)
        break
      case 'online-event':
        tab.goOnline()
        break
      case 'sign-out':
        if (!tab.isFrozen) void this.#signOut(tab)
        break
    }
  }

  /** Checks the invariants that hold at any time. */
  check(): void {
    const { violation } = this.#browser.disk
    if (violation) throw violation
    const running = this.#browser.workers.filter(({ isFrozen }) => !isFrozen).length
    ensure(
      this.#host === 'dedicated' || running <= 1,
      () => `${running} workers run at the same time; at most one may`,
    )
    for (const [identity, signOut] of this.#signOuts) this.#checkSignedOut(identity, signOut)
  }

  /** Checks the invariants that hold after pending frames. */
  checkScreens(): void {
    this.#checkFailover()
    this.#checkDisk()
    for (const tab of this.#tabs)
      if (!tab.isFrozen && !tab.isSignedOut) tab.screen?.check(this.#signingOut.has(tab.identity))
  }

  /** Prepares the recovery time at the end: resumes all tabs, and loads a page in each. */
  recover(): void {
    for (const tab of this.#tabs) {
      this.#resume(tab)
      tab.screen?.subscribe()
      if (!tab.connection) this.#open(tab)
    }
  }

  /** Requests at once what was denied. */
  reconnect(): void {
    for (const tab of this.#tabs) if (!tab.isFrozen) tab.connection?.reconnect()
  }

  checkRecovered(resourceVersion: string): void {
    this.check()
    for (const tab of this.#tabs) if (!tab.isSignedOut) tab.screen?.checkRecovered(resourceVersion)
  }

  stop(): void {
    for (const tab of this.#tabs) tab.disconnect()
  }

  /** The disk holds no rows of a scope that was denied to the host. Hosts of single tabs share it, and are denied one by one. */
  #checkDisk(): void {
    if (this.#host === 'dedicated') return
    for (const answer of this.#browser.answersNow()?.all ?? []) {
      const { identity, scope } = answer
      ensure(
        !isDeniedSince(answer, this.#clock.now() - ERASING_MS) || !this.#browser.disk.holds(identity, scope),
        () => `the Pods of ${JSON.stringify(scope)} are denied to ${identity} and are on disk`,
      )
    }
  }

  /** Each tab that is not frozen has a host. */
  #checkFailover(): void {
    if (this.#clock.now() - this.#changedAtMs < FAILOVER_MS) return
    const waiting = this.#tabs.filter(tab => tab.connection?.status.state === 'connecting' && !tab.isFrozen)
    ensure(
      waiting.length === 0,
      () => `${waiting.length} tabs have no host: ${waiting[0]?.connection?.status.error}`,
    )
  }

  #resume(tab: Tab): void {
    if (tab.isFrozen) this.#resumedAtMs = this.#changedAtMs = this.#clock.now()
    tab.resume()
  }

  /** Loads a tab's page. Its identity may have data on disk from now on. */
  #open(tab: Tab): void {
    tab.open()
    this.#signOuts.delete(tab.identity)
    this.#loads.set(tab.identity, (this.#loads.get(tab.identity) ?? 0) + 1)
  }

  async #signOut(tab: Tab): Promise<void> {
    const { connection, identity } = tab
    const state = connection?.status.state
    if (!connection || (state !== 'ready' && state !== 'connecting')) return
    const tabs = new Set(this.#tabs.filter(other => other.identity === identity && other.connection))
    const loads = this.#loads.get(identity)
    this.#signingOut.add(identity)
    try {
      await connection.signOut()
    } catch (error) {
      // The history ended before a host could complete the sign-out.
      if (connection.status.state === 'closed') return
      throw error
    } finally {
      this.#clock.setTimeout(() => this.#signingOut.delete(identity), PROPAGATION_MS)
    }
    // A page of the identity that was loaded meanwhile may have written to disk.
    if (this.#loads.get(identity) === loads) this.#signOuts.set(identity, { atMs: this.#clock.now(), tabs })
  }

  #checkSignedOut(identity: string, { atMs, tabs }: SignOut): void {
    // A tab that was frozen at the time receives the sign-out when it resumes, and may run one task before that.
    const knownAtMs = Math.max(atMs, this.#resumedAtMs) + PROPAGATION_MS
    if (this.#clock.now() < knownAtMs) return
    const remaining = this.#browser.disk.collectionsOf(identity)
    ensure(remaining === 0, () => `${remaining} collections of ${identity} are on disk after a sign-out`)
    if ([...tabs].some(({ isFrozen }) => isFrozen)) return
    for (const tab of tabs) {
      ensure(
        tab.isSignedOut || !tab.connection,
        () => `a tab of ${identity} is in state ${tab.connection?.status.state}`,
      )
      tab.screen?.checkEmpty()
    }
    const lastRequestAt = this.#lastRequestAt.get(identity) ?? 0
    ensure(lastRequestAt <= knownAtMs, () => `a request of ${identity} after a sign-out`)
  }

  /** Records the time of the last request of each identity, which the token names. */
  #recordingFetch(fetch: Fetch): Fetch {
    return (input, init) => {
      this.#lastRequestAt.set(identityOf(init), this.#clock.now())
      return fetch(input, init)
    }
  }
}
