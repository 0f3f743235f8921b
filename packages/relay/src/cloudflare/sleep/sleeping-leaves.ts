import type { Clock } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'
import {
  CATCH_UP_PATH,
  INTERNAL_URL,
  internalRequest,
  MAY_SLEEP,
  MUST_WAKE,
  type SleepNotice,
  WAKE_PATH,
} from '../internal-requests.ts'
import { type NodeAddress, objectName } from '../node-address.ts'

/** A cache has a history of at least 75 seconds, within its limits. */
const LATER_MS = 40_000
/** An apiserver decides by its own cache of RBAC objects, which may be older than a watch of them. */
const SETTLE_MS = 2000

export interface SleepingLeavesOptions {
  /** Opens a watch of the parent's own cache. */
  readonly watch: (request: Request) => Promise<Response>
  readonly send: (leaf: NodeAddress, request: Request) => Promise<Response>
  readonly clock: Clock
}

/**
 * The leaves that sleep and are woken by their parent. The parent has a watch for each view of the leaf's readers, from
 * the resourceVersion at which the leaf fell asleep. Its first event, or its end, wakes the leaf.
 *
 * Nothing is stored: a leaf renews its notice, and is woken if the parent does not know it.
 */
export class SleepingLeaves {
  readonly #options: SleepingLeavesOptions
  readonly #leaves = new Map<string, SleepingLeaf>()
  readonly #settling: Timer

  constructor(options: SleepingLeavesOptions) {
    this.#options = options
    this.#settling = new Timer(options.clock)
  }

  get size(): number {
    return this.#leaves.size
  }

  async receive(request: Request): Promise<Response> {
    const notice = (await request.json()) as SleepNotice
    const name = objectName(notice.leaf)
    const known = this.#leaves.get(name)
    if (notice.isRenewal) return new Response(null, { status: known ? MAY_SLEEP : MUST_WAKE })
    known?.forget()
    const leaf: SleepingLeaf = new SleepingLeaf(this.#options, notice.leaf, () => {
      if (this.#leaves.get(name) === leaf) this.#leaves.delete(name)
    })
    this.#leaves.set(name, leaf)
    leaf.watch(notice)
    return new Response(null, { status: MAY_SLEEP })
  }

  /** What readers may do has changed: wakes all leaves. */
  accessChanged(): void {
    this.#settling.startUnlessPending(SETTLE_MS, () => {
      for (const leaf of [...this.#leaves.values()]) leaf.wake(WAKE_PATH)
    })
  }

  /** Forgets all leaves, without waking them. */
  stop(): void {
    this.#settling.stop()
    for (const leaf of this.#leaves.values()) leaf.forget()
    this.#leaves.clear()
  }
}

class SleepingLeaf {
  readonly #options: SleepingLeavesOptions
  readonly #address: NodeAddress
  readonly #onWake: () => void
  readonly #watching = new AbortController()
  readonly #later: Timer

  constructor(options: SleepingLeavesOptions, address: NodeAddress, onWake: () => void) {
    this.#options = options
    this.#address = address
    this.#onWake = onWake
    this.#later = new Timer(options.clock)
  }

  watch({ watches, all }: SleepNotice): void {
    for (const path of watches) void this.#follow(path, () => this.wake(WAKE_PATH))
    const catchUp = () => this.wake(CATCH_UP_PATH)
    void this.#follow(all, () => this.#later.startUnlessPending(LATER_MS, catchUp))
  }

  wake(path: string): void {
    if (this.#watching.signal.aborted) return
    this.forget()
    this.#onWake()
    // A leaf that does not answer has ended, and its sockets with it; otherwise its alarm wakes it.
    this.#options.send(this.#address, internalRequest(path)).then(
      response => response.body?.cancel(),
      () => undefined,
    )
  }

  forget(): void {
    this.#watching.abort()
    this.#later.stop()
  }

  /** Calls back at the first event, or when the watch ends. Never rejects. */
  async #follow(path: string, onEvent: () => void): Promise<void> {
    const { signal } = this.#watching
    try {
      const response = await this.#options.watch(new Request(INTERNAL_URL + path, { signal }))
      const reader = response.ok ? response.body?.getReader() : undefined
      await reader?.read()
      reader?.cancel().catch(() => undefined)
    } catch {
      // The watch could not be opened, or broke off.
    }
    if (!signal.aborted) onEvent()
  }
}
