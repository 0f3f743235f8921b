import type { RelaySettings } from './relay-settings.ts'

/** A part of a relay that can end on its own. The root reads from the apiserver, the leaves serve the readers. */
export type RelayPart = 'root' | 'leaf' | 'everything'

/** A runtime in which the invariants of a relay are tested. */
export interface HostUnderTest {
  /** Whether the root and the leaves are separate. Otherwise one process is both, and ends as a whole. */
  readonly isTree: boolean
  /** Starts a relay with an empty storage. */
  start(settings: RelaySettings): Promise<HostedRelay>
  /** Deletes what all relays of the host have left. */
  close(): Promise<void>
}

/** A running relay. */
export interface HostedRelay {
  /** Where readers connect. Changes when a process is replaced. */
  readonly url: string
  /** Ends a part without warning, and starts it again from its storage. A process ends as a whole. */
  crash(part: RelayPart): Promise<void>
  /** Stops the relay. */
  stop(): Promise<void>
  /** After the stop: resolves when it is no longer in memory. Rejects if a request, a timer, a socket or an alarm keeps it. */
  gone(): Promise<void>
  /** Ends whatever still runs. */
  dispose(): Promise<void>
}
