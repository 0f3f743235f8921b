import type { Clock, Fetch } from '@kube-informer/core'
import { Browser } from './browser.ts'
import type { TabDeed, TabsPlan } from './plan.ts'
import type { Surroundings } from './subject.ts'
import { Tab } from './tab.ts'
import { ensure } from './violation.ts'

/** A host that died, froze or was closed has a successor by then, behind the longest pause between two starts. */
const SUCCESSION_MS = 90_000
/** By then everybody who can hear has heard. */
const HEARSAY_MS = 2_000

/** Somebody signed out: since when, and what follows from it. */
interface SignOut {
  readonly atMs: number
  /** Tabs whose pages were loaded before. */
  readonly tabs: ReadonlySet<Tab>
}

/** The tabs of one browser on one origin, and what must hold of all of them together. */
export class Tabs {
  readonly #clock: Clock
  readonly #browser: Browser
  readonly #host: TabsPlan['host']
  readonly #tabs: readonly Tab[]
  readonly #signOuts = new Map<string, SignOut>()
  /** Identities that sign out: their pages are empty, and some wait for a host that forgets the rest. */
  readonly #signingOut = new Set<string>()
  /** How many pages were loaded, by identity. */
  readonly #openings = new Map<string, number>()
  #thawedAtMs = 0
  /** When the last thing happened to a tab. */
  #changedAtMs = 0
  /** By identity. */
  readonly #lastRequestAt = new Map<string, number>()

  constructor({ host, pages }: TabsPlan, { clock, fetch, truth }: Surroundings, seed: number) {
    this.#clock = clock
    this.#host = host
    this.#browser = new Browser({ clock, truth, seed, fetch: this.#noting(fetch) })
    this.#tabs = pages.map(page => new Tab(page, host, this.#browser, truth))
    for (const tab of this.#tabs) this.#open(tab)
  }

  do(deed: TabDeed): void {
    this.#changedAtMs = this.#clock.now()
    const tab = this.#tabs[deed.tab % this.#tabs.length]
    if (!tab) return
    switch (deed.do) {
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
        this.#browser.workers[deed.tab % Math.max(1, this.#browser.workers.length)]?.die()
        break
      case 'freeze-tab':
        tab.freeze(deed.told)
        this.#clock.setTimeout(() => this.#thaw(tab), deed.forMs)
        break
      case 'look-away':
        tab.screen?.lookAway()
        this.#clock.setTimeout(() => tab.screen?.look(), deed.forMs)
        break
      case 'wake-tab':
        tab.wake()
        break
      case 'sign-out':
        if (!tab.isFrozen) void this.#signOut(tab)
        break
    }
  }

  /** What must hold at any time. */
  check(): void {
    const { complaint } = this.#browser.disk
    if (complaint) throw complaint
    const awake = this.#browser.workers.filter(({ isFrozen }) => !isFrozen).length
    ensure(this.#host === 'dedicated' || awake <= 1, () => `${awake} workers at a time, where one leads`)
    for (const [identity, signOut] of this.#signOuts) this.#checkSignedOut(identity, signOut)
  }

  /** What must hold when frames have passed. */
  checkScreens(): void {
    this.#checkSuccession()
    for (const tab of this.#tabs)
      if (!tab.isFrozen && !tab.isSignedOut) tab.screen?.check(this.#signingOut.has(tab.identity))
  }

  /** Before the long quiet at the end: nobody is frozen, and every tab has a page. */
  recover(): void {
    for (const tab of this.#tabs) {
      this.#thaw(tab)
      tab.screen?.look()
      if (!tab.connection) this.#open(tab)
    }
  }

  checkRecovered(): void {
    this.check()
    for (const tab of this.#tabs) if (!tab.isSignedOut) tab.screen?.checkRecovered()
  }

  stop(): void {
    for (const tab of this.#tabs) tab.disconnect()
  }

  /** Whoever is not frozen has a host that works for him. */
  #checkSuccession(): void {
    if (this.#clock.now() - this.#changedAtMs < SUCCESSION_MS) return
    const waiting = this.#tabs.filter(tab => tab.connection?.status.state === 'connecting' && !tab.isFrozen)
    ensure(
      waiting.length === 0,
      () => `${waiting.length} tabs still have no host: ${waiting[0]?.connection?.status.error}`,
    )
  }

  #thaw(tab: Tab): void {
    if (tab.isFrozen) this.#thawedAtMs = this.#changedAtMs = this.#clock.now()
    tab.thaw()
  }

  /** Loads a tab's page: whoever is signed in there has something on disk again. */
  #open(tab: Tab): void {
    tab.open()
    this.#signOuts.delete(tab.identity)
    this.#openings.set(tab.identity, (this.#openings.get(tab.identity) ?? 0) + 1)
  }

  async #signOut(tab: Tab): Promise<void> {
    const { connection, identity } = tab
    const state = connection?.status.state
    if (!connection || (state !== 'ready' && state !== 'connecting')) return
    const tabs = new Set(this.#tabs.filter(other => other.identity === identity && other.connection))
    const openings = this.#openings.get(identity)
    this.#signingOut.add(identity)
    try {
      await connection.signOut()
    } catch (error) {
      // The history was over before there was a host that could do it.
      if (connection.status.state === 'closed') return
      throw error
    } finally {
      this.#clock.setTimeout(() => this.#signingOut.delete(identity), HEARSAY_MS)
    }
    // Whoever signs in again meanwhile may have something on disk.
    if (this.#openings.get(identity) === openings)
      this.#signOuts.set(identity, { atMs: this.#clock.now(), tabs })
  }

  #checkSignedOut(identity: string, { atMs, tabs }: SignOut): void {
    // A tab that was frozen at the time hears of it when it thaws, and may do one thing before.
    const knownAtMs = Math.max(atMs, this.#thawedAtMs) + HEARSAY_MS
    if (this.#clock.now() < knownAtMs) return
    const kept = this.#browser.disk.kept(identity)
    ensure(kept === 0, () => `${kept} collections of ${identity} are on disk after a sign-out`)
    if ([...tabs].some(({ isFrozen }) => isFrozen)) return
    for (const tab of tabs) {
      ensure(
        tab.isSignedOut || !tab.connection,
        () => `a tab of ${identity} is still ${tab.connection?.status.state}`,
      )
      tab.screen?.checkEmpty()
    }
    const lastRequestAt = this.#lastRequestAt.get(identity) ?? 0
    ensure(lastRequestAt <= knownAtMs, () => `a request of ${identity} after a sign-out`)
  }

  /** Notes who asks for something, by the token. */
  #noting(fetch: Fetch): Fetch {
    return (input, init) => {
      const [, identity = ''] = new Headers(init?.headers).get('authorization')?.split(' ') ?? []
      this.#lastRequestAt.set(identity, this.#clock.now())
      return fetch(input, init)
    }
  }
}
