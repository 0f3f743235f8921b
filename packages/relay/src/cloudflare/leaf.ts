import { type Clock, resourceName, systemClock } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'
import { RECHECK_MS } from '../create-relay.ts'
import { AccessCheck } from '../watches/access-check.ts'
import { AwakeLeaf } from './awake-leaf.ts'
import type { DurableWebSocket } from './durable-object.ts'
import { CATCH_UP_PATH, internalRequest, MAY_SLEEP, SLEEP_PATH, WAKE_PATH } from './internal-requests.ts'
import { type NodeAddress, parentAddress, sendTo } from './node-address.ts'
import type { RelayContext } from './relay-context.ts'
import { declaredResources } from './relay-node.ts'
import type { RelayObjectOptions, SleepOptions } from './relay-object-options.ts'
import { sleepNotices } from './sleep/sleep-notices.ts'
import { checkSleeping } from './sleep/sleeping-access.ts'
import { sendBookmarks } from './sleep/sleeping-bookmarks.ts'
import { type SleepingReader, sleepingReaders } from './sleep/stored-reader.ts'
import type { TreeMember } from './tree-member.ts'
import { autoResponse } from './workerd-upgrade.ts'

/** Where the address of a leaf is stored: an alarm does not say it. */
export const ADDRESS_KEY = 'kube-informer-relay-leaf'

const OPEN = 1
const QUIET_MS = 30_000
const RENEW_MS = 30_000
const MIN_MS = 120_000
/** How long a leaf is awake that has no events for its readers. */
const CATCH_UP_MS = 3000
/** The shortest time until an alarm. */
const SOON_MS = 1000

export interface LeafOptions {
  readonly address: NodeAddress
  readonly ctx: RelayContext
  /** Returns new options each time: caches of decisions must not outlive the watch that keeps them current. */
  readonly configure: () => RelayObjectOptions
}

/**
 * A leaf. While it is awake, it serves its readers from a cache. When these have had no event for a while, it lets go of its
 * parents and sleeps: nothing remains in memory, and the runtime holds the sockets.
 */
export class Leaf implements TreeMember {
  readonly #address: NodeAddress
  readonly #ctx: RelayContext
  readonly #configure: () => RelayObjectOptions
  #options: RelayObjectOptions
  readonly #clock: Clock
  readonly #sleepOptions: { readonly [name in keyof SleepOptions]-?: number }
  readonly #quiet: Timer
  #awake: AwakeLeaf | undefined
  /** Changes between awake and asleep, one after the other. */
  #changes: Promise<unknown> = Promise.resolve()
  #sends = 0

  constructor({ address, ctx, configure }: LeafOptions) {
    this.#address = address
    this.#ctx = ctx
    this.#configure = configure
    this.#options = configure()
    const { clock = systemClock, sleep } = this.#options
    this.#clock = clock
    this.#sleepOptions = {
      quietMs: sleep?.quietMs ?? QUIET_MS,
      renewMs: sleep?.renewMs ?? RENEW_MS,
      minMs: sleep?.minMs ?? MIN_MS,
    }
    this.#quiet = new Timer(clock)
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === WAKE_PATH || pathname === CATCH_UP_PATH) return this.#wakeUp(pathname)
    // No await between the look at the state and the start of the request.
    for (;;) {
      if (this.#awake) return this.#awake.fetch(request)
      await this.#change(() => this.#wake())
    }
  }

  /** Keeps a leaf that is awake in memory. For one that sleeps: checks access, sends bookmarks, renews the notices. */
  async alarm(): Promise<void> {
    if (this.#sockets.length === 0) return
    await this.#setAlarm()
    await this.#change(async () => {
      if (this.#awake) return
      const readers = await checkSleeping(sleepingReaders(this.#sockets), {
        check: this.#check,
        clock: this.#clock,
      })
      sendBookmarks(readers, declaredResources(this.#options.resources))
      await this.#remainAsleep(readers, true)
    })
  }

  closed(socket: DurableWebSocket): void {
    this.#awake?.closed(socket)
  }

  stop(): Promise<void> {
    return this.#change(async () => {
      this.#quiet.stop()
      await this.#awake?.stop()
      this.#awake = undefined
      for (const socket of this.#sockets) socket.close(1000)
      const { storage } = this.#ctx
      await storage.deleteAlarm()
      await storage.delete(ADDRESS_KEY)
    })
  }

  get #sockets(): readonly DurableWebSocket[] {
    return this.#ctx.getWebSockets().filter(({ readyState }) => readyState === OPEN)
  }

  get #check(): AccessCheck {
    const { authenticate, authorize, recheckMs = RECHECK_MS } = this.#options
    return new AccessCheck({ authenticate, authorize, recheckMs, clock: this.#clock })
  }

  /** A parent wakes the leaf. */
  async #wakeUp(path: string): Promise<Response> {
    const lookMs = path === CATCH_UP_PATH ? CATCH_UP_MS : undefined
    if (this.#sockets.length > 0) await this.#change(() => this.#wake(lookMs))
    return new Response(null, { status: 204 })
  }

  #change<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#changes.then(change)
    this.#changes = changed.catch(() => undefined)
    return changed
  }

  async #wake(lookMs?: number): Promise<void> {
    if (this.#awake) return
    const { storage } = this.#ctx
    await storage.put(ADDRESS_KEY, this.#address)
    const pong = autoResponse('ping', 'pong')
    if (pong) this.#ctx.setWebSocketAutoResponse(pong)
    this.#options = this.#configure()
    this.#awake = new AwakeLeaf({
      address: this.#address,
      options: this.#options,
      storage,
      sockets: this.#ctx,
    })
    this.#sends = 0
    this.#lookLater(lookMs)
    void this.#awake.resume(sleepingReaders(this.#sockets))
  }

  #lookLater(afterMs: number = this.#sleepOptions.quietMs): void {
    if (!Number.isFinite(this.#sleepOptions.quietMs)) return
    this.#quiet.start(afterMs, () => void this.#look().catch(() => undefined))
  }

  /** Lets the leaf fall asleep if nothing was sent since the last look. */
  async #look(): Promise<void> {
    const leaf = this.#awake
    if (!leaf) return
    this.#lookLater()
    const isQuiet = leaf.sends === this.#sends
    this.#sends = leaf.sends
    if (isQuiet && this.#canSleep(leaf)) await this.#change(() => this.#sleep(leaf))
    else if (this.#sockets.length > 0 && (await this.#ctx.storage.getAlarm()) === null) await this.#setAlarm()
  }

  #canSleep(leaf: AwakeLeaf): boolean {
    return leaf.isIdle && leaf.validUntil - this.#clock.now() > this.#sleepOptions.minMs
  }

  async #sleep(leaf: AwakeLeaf): Promise<void> {
    if (this.#awake !== leaf || !this.#canSleep(leaf)) return
    this.#awake = undefined
    this.#quiet.stop()
    await leaf.sleep()
    await this.#remainAsleep(sleepingReaders(this.#sockets), false)
  }

  async #remainAsleep(readers: readonly SleepingReader[], isRenewal: boolean): Promise<void> {
    if (readers.length === 0) return await this.#ctx.storage.deleteAlarm()
    await this.#setAlarm(readers)
    if (!(await this.#notified(readers, isRenewal))) await this.#wake()
  }

  /** Tells the parents; resolves with whether all of them wake the leaf when it is needed. */
  async #notified(readers: readonly SleepingReader[], isRenewal: boolean): Promise<boolean> {
    const leaf = this.#address
    const { objects, resources } = this.#options
    const declared = declaredResources(resources)
    const namespaceOf = (name: string) =>
      declared.find(({ resource }) => resourceName(resource) === name)?.namespace ?? ''
    const notices = sleepNotices(readers, { leaf, isRenewal, namespaceOf })
    const sent = [...notices].map(async ([resource, notice]) => {
      const parent = parentAddress(leaf, resource)
      if (!parent) return false
      const { status } = await sendTo(objects, parent, internalRequest(SLEEP_PATH, notice))
      return status === MAY_SLEEP
    })
    const answers = await Promise.all(sent.map(answer => answer.catch(() => false)))
    return answers.every(maySleep => maySleep)
  }

  /** The alarm comes when a notice must be renewed, an access be checked, or a watch be ended. */
  async #setAlarm(readers: readonly SleepingReader[] = []): Promise<void> {
    const now = this.#clock.now()
    let at = now + this.#sleepOptions.renewMs
    for (const { stored } of readers) at = Math.min(at, stored.checkAt, stored.validUntil)
    await this.#ctx.storage.setAlarm(Math.max(at, now + SOON_MS))
  }
}
