import {
  type Clock,
  type LockManager,
  type PageLifecycle,
  type Random,
  UsageError,
} from '@kube-informer/core'
import type { OpenBroadcast } from '../broadcast.ts'
import type { PageChannel } from '../channel.ts'
import { ChannelLine } from './channel-line.ts'
import { FallbackLine } from './fallback-line.ts'
import type { HostLine } from './host-line.ts'
import { LeaderLine } from './leader-line.ts'
import type { LeadMessage } from './leadership.ts'
import { sharedWorkerChannel, workerChannel } from './worker-channel.ts'

/** What {@link chooseLine} takes: the platform, and what the application gave. */
export interface LineOptions {
  readonly host: 'auto' | 'dedicated' | 'shared' | 'leader'
  readonly worker: () => Worker
  readonly sharedWorker: (() => SharedWorker) | undefined
  /** Whether the connection has an identity: without one nothing may be shared. */
  readonly hasIdentity: boolean
  /** Of what the tabs of one leader have in common, `leadershipName`. */
  readonly leadership: string
  readonly locks: LockManager | undefined
  readonly openBroadcast: OpenBroadcast | undefined
  readonly clock: Clock
  readonly random: Random
  readonly lifecycle: PageLifecycle
}

/** A line, and why it is this one. */
export interface ChosenLine {
  readonly line: HostLine
  /** In words, for `connection.status.reason`. */
  readonly reason: string
}

/** The line that was asked for, or with `auto` the best that is to be had, with the next best behind it. */
export function chooseLine(options: LineOptions): ChosenLine {
  switch (options.host) {
    case 'dedicated':
      return { line: dedicatedLine(options), reason: askedFor('dedicated') }
    case 'shared':
      return { line: sharedLine(options, false), reason: askedFor('shared') }
    case 'leader':
      return { line: leaderLine(options), reason: askedFor('leader') }
    case 'auto':
      return bestLine(options)
  }
}

/** Every browser that has the one has the other. */
const NO_LOCKS = 'there are no Web Locks and broadcast channels (browsers give them to https and localhost)'

const askedFor = (host: string): string => `host: '${host}' was asked for`

/** One host for all tabs where that can be had: in a shared worker, else in the worker of one of them. */
function bestLine(options: LineOptions): ChosenLine {
  const dedicated = {
    line: dedicatedLine(options),
    reason: 'a connection without an identity shares nothing with other tabs',
  }
  if (!options.hasIdentity) return dedicated
  const leader =
    options.locks && options.openBroadcast
      ? withNext({ line: leaderLine(options), reason: 'one tab leads and works for all' }, dedicated.line)
      : { line: dedicated.line, reason: NO_LOCKS }
  if (!options.sharedWorker)
    return { ...leader, reason: `${leader.reason}; the option sharedWorker was not given` }
  return withNext({ line: sharedLine(options, true), reason: 'one shared worker for all tabs' }, leader.line)
}

function withNext({ line, reason }: ChosenLine, next: HostLine): ChosenLine {
  return { line: new FallbackLine(line, next), reason }
}

function dedicatedLine({ worker, clock }: LineOptions): HostLine {
  return new ChannelLine({ kind: 'dedicated', connect: () => workerChannel(worker()), clock })
}

function sharedLine({ sharedWorker, clock }: LineOptions, failsWhenSilent: boolean): HostLine {
  const connect = () => {
    if (!sharedWorker) throw new UsageError("host: 'shared' needs the option sharedWorker")
    return sharedWorkerChannel(sharedWorker())
  }
  return new ChannelLine({ kind: 'shared', connect, clock, isShared: true, failsWhenSilent })
}

function leaderLine(options: LineOptions): HostLine {
  const { worker, leadership, locks, openBroadcast, clock, random, lifecycle } = options
  if (!locks || !openBroadcast) {
    const connect = (): PageChannel => {
      throw new UsageError(`host: 'leader' cannot be had: ${NO_LOCKS}`)
    }
    return new ChannelLine({ kind: 'leader', connect, clock })
  }
  const connect = (lead: LeadMessage) => {
    const made = worker()
    made.postMessage(lead)
    return workerChannel(made)
  }
  return new LeaderLine({ connect, name: leadership, locks, openBroadcast, clock, random, lifecycle })
}
