import type { Clock, LockManager, PageLifecycle, Random, TimerHandle } from '@kube-informer/core'
import type { Broadcast, OpenBroadcast } from '../api/broadcast.ts'
import type { PageChannel } from '../wire/channel.ts'
import { type Announcement, followerChannelName, type LeadMessage } from '../wire/leadership.ts'
import { randomId } from '../wire/random-id.ts'
import { ActiveHost } from './active-host.ts'
import { Election } from './election.ts'
import { followerChannel } from './follower-channel.ts'
import type { HostTransport, TransportListener } from './host-transport.ts'
import { LeaderSearch } from './leader-search.ts'
import { RestartBackoff } from './restart-backoff.ts'

/** What {@link LeaderTransport} takes. */
export interface LeaderTransportOptions {
  /** Makes a worker, and sends it this first message. */
  readonly connect: (lead: LeadMessage) => PageChannel
  /** Of the lock and of the channel of announcements, `leadershipName`. */
  readonly name: string
  readonly locks: LockManager
  readonly openBroadcast: OpenBroadcast
  readonly clock: Clock
  readonly random: Random
  readonly lifecycle: PageLifecycle
}

/**
 * A transport to one worker for all tabs where there is no SharedWorker: the tab that holds a Web Lock makes the worker, the
 * others speak to that worker over channels of their own.
 *
 * - A leader that closes, crashes or is about to be frozen sets the lock free, and the next tab in the queue has it.
 * - A leader whose worker dies hands the lead on, too: the next one starts another.
 * - A leader that is frozen without a word answers nothing and keeps its lock: a visible tab takes it away. The preempted tab
 *   learns of that before it does anything else with its worker, ends it and follows.
 */
export class LeaderTransport implements HostTransport {
  readonly kind = 'leader'
  readonly #options: LeaderTransportOptions
  readonly #election: Election
  readonly #search: LeaderSearch
  readonly #pauses: RestartBackoff
  #listener: TransportListener | undefined
  #announcements: Broadcast | undefined
  #unsubscribe: () => void = () => {}
  #host: ActiveHost | undefined
  #pause: TimerHandle
  /** The highest term heard of. */
  #term = 0
  /** Any host of this transport has ever answered. */
  #everHeard = false

  constructor(options: LeaderTransportOptions) {
    const { locks, name, clock, random } = options
    this.#options = options
    this.#pauses = new RestartBackoff(clock)
    this.#election = new Election({
      locks,
      name,
      onElected: preempted => this.#lead(preempted),
      onDeposed: () => this.#deposed(),
      onRefused: reason => this.#fail(reason),
    })
    this.#search = new LeaderSearch({
      clock,
      random,
      ask: follower => this.#announce({ type: 'join', follower }),
      onSilence: () => this.#steal(),
    })
  }

  open(listener: TransportListener): void {
    this.#listener = listener
    this.#unsubscribe = this.#options.lifecycle.subscribe(change => {
      if (change === 'freeze') this.pause()
      else if (change === 'resume') this.resume()
    })
    this.#enter()
  }

  restart(reason: string): void {
    const host = this.#host
    if (!host) return
    if (host.leading) this.#resign(reason)
    else {
      this.#lose(reason)
      this.#search.begin(true)
    }
  }

  /** A frozen page can neither serve nor hand anything on, so it does that before. */
  readonly pause = (): void => {
    const had = this.#host
    this.#leave()
    if (had) this.#listener?.onLost('the page was frozen')
  }

  readonly resume = (): void => {
    if (this.#listener && !this.#announcements) this.#enter()
  }

  close(): void {
    this.#listener = undefined
    this.#unsubscribe()
    this.#leave()
  }

  /** Takes part: asks who leads, and queues up for the lead. */
  #enter(): void {
    const announcements = this.#options.openBroadcast(this.#options.name)
    announcements.addEventListener('message', ({ data }) => {
      if (this.#announcements === announcements) this.#hear(data as Announcement)
    })
    this.#announcements = announcements
    this.#election.stand()
    this.#search.begin()
  }

  /** Takes no part any more, and holds nothing that another tab may want. */
  #leave(): void {
    this.#drop()
    this.#search.end()
    this.#options.clock.clearTimeout(this.#pause)
    this.#election.withdraw()
    this.#announcements?.close()
    this.#announcements = undefined
  }

  #announce(announcement: Announcement): void {
    this.#announcements?.postMessage(announcement)
  }

  #hear(announcement: Announcement): void {
    switch (announcement.type) {
      case 'join':
        this.#sendKeepAlive()
        break
      case 'starting':
        this.#noteTerm(announcement.term)
        this.#search.wait()
        break
      case 'leads':
        this.#noteTerm(announcement.term)
        if (this.#search.follower) this.#search.ask()
        else this.#outrank(announcement.term)
        break
      case 'welcome':
        if (announcement.follower === this.#search.follower) this.#follow(announcement)
        else this.#outrank(announcement.term)
        break
    }
  }

  #noteTerm(term: number): void {
    this.#term = Math.max(this.#term, term)
  }

  /** A worker answers for itself; until it has begun to, its page does. */
  #sendKeepAlive(): void {
    const host = this.#host
    if (host?.needsKeepAlive(this.#options.clock.now())) this.#announce({ type: 'starting', term: host.term })
  }

  /** Whoever follows an older leader than this one is spoken to by a tab that was preempted. */
  #outrank(term: number): void {
    // Whether this tab leads is for the lock to say, and nobody else.
    if (!this.#host || this.#host.leading || term <= this.#host.term) return
    this.#lose('another tab has taken the lead')
    this.#search.begin()
  }

  #follow({ follower, hostId, term }: { follower: string; hostId: string; term: number }): void {
    const { name, openBroadcast } = this.#options
    this.#noteTerm(term)
    this.#search.end()
    this.#setHost(followerChannel(openBroadcast(followerChannelName(name, hostId, follower))), term, false)
  }

  #lead(preempted: boolean): void {
    const { name, clock, random, connect } = this.#options
    this.#search.end()
    if (this.#host) this.#lose('the tab that led is gone')
    this.#term = Math.max(this.#term + 1, clock.now())
    const lead = { type: 'lead', name, hostId: randomId(random), term: this.#term, preempted } as const
    this.#pauses.started()
    try {
      this.#setHost(connect(lead), this.#term, true)
      this.#announce({ type: 'starting', term: this.#term })
    } catch (error) {
      this.#workerFailed(`the worker could not be started: ${String(error)}`)
    }
  }

  #setHost(channel: PageChannel, term: number, leading: boolean): void {
    const host = new ActiveHost({
      ...{ channel, term, leading, startedAt: this.#options.clock.now() },
      onHeard: () => {
        this.#everHeard = true
      },
      onFailure: (failed, reason) => {
        if (this.#host === failed) this.#workerFailed(reason)
      },
    })
    this.#host = host
    this.#listener?.onRole?.(leading ? 'leader' : 'follower')
    this.#listener?.onChannel(host.channel)
  }

  /** Before any host has answered, another try would end in the same way: the script is missing or broken. */
  #workerFailed(reason: string): void {
    if (this.#everHeard) this.#resign(reason)
    else this.#fail(reason)
  }

  /** Hands the lead on to the next in the queue, and stands again, behind the others, after a pause. */
  #resign(reason: string): void {
    this.#election.withdraw()
    this.#lose(reason)
    this.#listener?.onRole?.('follower')
    this.#pause = this.#options.clock.setTimeout(() => this.#election.stand(), this.#pauses.next())
    this.#search.begin()
  }

  #deposed(): void {
    this.#lose('another tab has taken the lead, for this one did not answer')
    this.#listener?.onRole?.('follower')
    this.#election.stand()
    this.#search.begin()
  }

  /** Whoever nobody sees has time, and a frozen page must not lead; whoever waits out a pause has no right to. */
  #steal(): void {
    if (this.#options.lifecycle.visible && this.#election.standing) this.#election.steal()
  }

  #lose(reason: string): void {
    this.#drop()
    this.#listener?.onLost(reason)
  }

  #drop(): void {
    this.#host?.channel.close()
    this.#host = undefined
  }

  #fail(reason: string): void {
    const listener = this.#listener
    this.close()
    listener?.onFailure(reason)
  }
}
