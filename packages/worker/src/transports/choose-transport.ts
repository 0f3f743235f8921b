import {
  type Clock,
  type LockManager,
  type PageLifecycle,
  type Random,
  UsageError,
} from '@kube-informer/core'
import type { OpenBroadcast } from '../api/broadcast.ts'
import type { PageChannel } from '../wire/channel.ts'
import type { LeadMessage } from '../wire/leadership.ts'
import { ChannelTransport } from './channel-transport.ts'
import { FallbackTransport } from './fallback-transport.ts'
import type { HostTransport } from './host-transport.ts'
import { LeaderTransport } from './leader-transport.ts'
import { sharedWorkerChannel, workerChannel } from './worker-channel.ts'

/** Options of {@link chooseTransport}: the platform, and the application's options. */
export interface TransportOptions {
  readonly host: 'auto' | 'dedicated' | 'shared' | 'leader'
  readonly worker: () => Worker
  readonly sharedWorker: (() => SharedWorker) | undefined
  /** A connection without an identity shares nothing. */
  readonly hasIdentity: boolean
  /** The name that the tabs of one leader share, `leadershipName`. */
  readonly leadership: string
  readonly locks: LockManager | undefined
  readonly openBroadcast: OpenBroadcast | undefined
  readonly clock: Clock
  readonly random: Random
  readonly lifecycle: PageLifecycle
}

/** A transport and the reason for its choice. */
export interface ChosenTransport {
  readonly transport: HostTransport
  /** For `connection.status.reason`. */
  readonly reason: string
}

/** The transport that was requested; with `auto` the best available one, with the next best as a fallback. */
export function chooseTransport(options: TransportOptions): ChosenTransport {
  switch (options.host) {
    case 'dedicated':
      return { transport: dedicatedTransport(options), reason: requested('dedicated') }
    case 'shared':
      return { transport: sharedTransport(options, false), reason: requested('shared') }
    case 'leader':
      return { transport: leaderTransport(options), reason: requested('leader') }
    case 'auto':
      return bestTransport(options)
  }
}

/** Browsers have both or neither. */
const NO_LOCKS = 'there are no Web Locks and broadcast channels (browsers give them to https and localhost)'

const requested = (host: string): string => `host: '${host}' was requested`

/** One host for all tabs where possible: in a shared worker, else in the worker of one tab. */
function bestTransport(options: TransportOptions): ChosenTransport {
  const dedicated = {
    transport: dedicatedTransport(options),
    reason: 'a connection without an identity shares nothing with other tabs',
  }
  if (!options.hasIdentity) return dedicated
  const leader =
    options.locks && options.openBroadcast
      ? withNext(
          { transport: leaderTransport(options), reason: 'one tab leads and serves all tabs' },
          dedicated.transport,
        )
      : { transport: dedicated.transport, reason: NO_LOCKS }
  if (!options.sharedWorker)
    return { ...leader, reason: `${leader.reason}; the option sharedWorker was not given` }
  return withNext(
    { transport: sharedTransport(options, true), reason: 'one shared worker for all tabs' },
    leader.transport,
  )
}

function withNext({ transport, reason }: ChosenTransport, next: HostTransport): ChosenTransport {
  return { transport: new FallbackTransport(transport, next), reason }
}

function dedicatedTransport({ worker, clock }: TransportOptions): HostTransport {
  return new ChannelTransport({ kind: 'dedicated', connect: () => workerChannel(worker()), clock })
}

function sharedTransport({ sharedWorker, clock }: TransportOptions, hasNext: boolean): HostTransport {
  const connect = () => {
    if (!sharedWorker) throw new UsageError("host: 'shared' needs the option sharedWorker")
    return sharedWorkerChannel(sharedWorker())
  }
  return new ChannelTransport({ kind: 'shared', connect, clock, isShared: true, hasNext })
}

function leaderTransport(options: TransportOptions): HostTransport {
  const { worker, leadership, locks, openBroadcast, clock, random, lifecycle } = options
  if (!locks || !openBroadcast) {
    const connect = (): PageChannel => {
      throw new UsageError(`host: 'leader' is unavailable: ${NO_LOCKS}`)
    }
    return new ChannelTransport({ kind: 'leader', connect, clock })
  }
  const connect = (lead: LeadMessage) => {
    const made = worker()
    made.postMessage(lead)
    return workerChannel(made)
  }
  return new LeaderTransport({ connect, name: leadership, locks, openBroadcast, clock, random, lifecycle })
}
