import type { HostKind } from '../api/host-kind.ts'
import type { PageChannel } from '../wire/channel.ts'

/** What a transport tells the connection that opened it; a plain object, whose members need no `this`. */
export interface TransportListener {
  /**
   * A host can be spoken to on this channel: listen to it in the same task, and say hello on it. Each channel takes the
   * place of the one before, which is closed, and whose host may be gone.
   */
  onChannel(channel: PageChannel): void
  /** The host is gone; another channel follows as soon as there is one. */
  onLost(reason: string): void
  /** There is no host, and there will be none. */
  onFailure(reason: string): void
  /** Of a leader transport: whether the informers run in this tab. */
  onRole?(role: 'leader' | 'follower'): void
  /** What was chosen does not work, and the transport goes on with another kind of host; `reason` says why. */
  onHost?(kind: HostKind, reason: string): void
}

/** A page's way to a host, whichever lives: it starts one, finds the next one when that has died, and never gives up. */
export interface HostTransport {
  readonly kind: HostKind
  /** Called once. Nothing is told inside this call. */
  open(listener: TransportListener): void
  /** The host does not answer any more: take it for dead, and find or start another. Pauses grow from one to the next. */
  restart(reason: string): void
  /**
   * The page is about to be frozen or to go into the back/forward cache: gives up what other tabs may want (the lead, a
   * place in a queue) and what keeps a page out of that cache. Absent where the host is this page's own and goes with it.
   */
  readonly pause?: (() => void) | undefined
  /** The page is back: another channel follows. Idempotent. */
  readonly resume?: (() => void) | undefined
  /** Ends this page's part; a host that nobody else uses ends, too. Idempotent. */
  close(): void
}
