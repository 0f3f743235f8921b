import type { HostKind } from '../api/host-kind.ts'
import type { PageChannel } from '../wire/channel.ts'

/** Events of a transport. A plain object: its members do not use `this`. */
export interface TransportListener {
  /**
   * A host is reachable on this channel. Listen to it in the same task, then send hello. Each channel replaces the one
   * before, which is closed and whose host may have ended.
   */
  onChannel(channel: PageChannel): void
  /** The host has ended. Another channel follows as soon as there is one. */
  onLost(reason: string): void
  /** There is no host, and there will not be one. */
  onFailure(reason: string): void
  /** Of a leader transport: whether the informers run in this tab. */
  onRole?(role: 'leader' | 'follower'): void
  /** The chosen kind of host does not work, and the transport continues with another; `reason` gives the cause. */
  onHost?(kind: HostKind, reason: string): void
}

/** How a page reaches a host of one kind. It starts or finds a host, and the next one when a host has ended. */
export interface HostTransport {
  readonly kind: HostKind
  /** Whether the host serves other tabs too, and keeps running without this page. */
  readonly isShared: boolean
  /** When the current host sent its last message, in ms since the epoch; undefined before its first one. */
  readonly lastHeardAt: number | undefined
  /** Calls no listener before it returns. A closed transport may be opened again. */
  open(listener: TransportListener): void
  /** Replaces a host that does not respond. Repeated restarts back off. */
  restart(reason: string): void
  /** Releases the host and everything that other tabs may wait for. Calls no listener afterwards. Idempotent. */
  close(): void
}
