import type { Clock, LockManager, PageLifecycle, Random, TimerHandle } from '@kube-informer/core'
import { randomId } from '@kube-informer/core/internal'
import type { Broadcast, OpenBroadcast } from '../api/broadcast.ts'
import type { PageChannel } from '../wire/channel.ts'
import { type Announcement, followerChannelName, type LeadMessage } from '../wire/leadership.ts'
import { ActiveHost } from './active-host.ts'
import { Election } from './election.ts'
import { followerChannel } from './follower-channel.ts'
import type { HostTransport, TransportListener } from './host-transport.ts'
import { LeaderSearch } from './leader-search.ts'
import { RestartBackoff } from './restart-backoff.ts'

export interface LeaderTransportOptions {
  /** Creates a worker and sends it this first message. */
  readonly connect: (lead: LeadMessage) => PageChannel
  /** The name of the lock and of the announcement channel, `leadershipName`. */
  readonly name: string
  readonly locks: LockManager
  readonly openBroadcast: OpenBroadcast
  readonly clock: Clock
  readonly random: Random
  readonly lifecycle: PageLifecycle
}

/**
 * A transport to one worker for all tabs, for browsers without SharedWorker. The tab that holds a Web Lock creates the
 * worker; the other tabs reach it over channels of their own.
 *
 * - A leader that closes, crashes or is about to be frozen releases the lock, which is granted to the next tab in the
 *   queue.
 * - A leader whose worker ends releases the lock too: the next tab starts another worker.
 * - A leader that is frozen without an event keeps its lock and does not respond: a visible tab preempts it. The preempted
 *   tab is notified before it uses its worker again, terminates it and follows.
 */
export class LeaderTransport implements HostTransport {
  readonly kind = 'leader'
  readonly isShared = true
  readonly #options: LeaderTransportOptions
  readonly #election: Election
  readonly #search: LeaderSearch
  readonly #pauses: RestartBackoff
  #listener: TransportListener | undefined
  #announcements: Broadcast | undefined
  #unsubscribe: () => void = () => {}
  #host: ActiveHost | undefined
  #pause: TimerHandle
  /** The highest term seen. */
  #term = 0
  /** Whether any host of this transport has responded. */
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
      onRejected: reason => this.#fail(reason),
    })
    this.#search = new LeaderSearch({
      clock,
      random,
      send: follower => this.#announce({ type: 'join', follower }),
      onTimeout: () => this.#steal(),
    })
  }

  get lastHeardAt(): number | undefined {
    return this.#host?.channel.lastHeardAt
  }

  open(listener: TransportListener): void {
    this.#listener = listener
    this.#unsubscribe = this.#options.lifecycle.subscribe(change => {
      if (change === 'freeze') this.#onFreeze()
      else if (change === 'resume') this.#onResume()
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

  /** A frozen page cannot serve other tabs, so it releases everything before. */
  #onFreeze(): void {
    const had = this.#host
    this.#leave()
    if (had) this.#listener?.onLost('the page was frozen')
  }

  #onResume(): void {
    if (this.#listener && !this.#announcements) this.#enter()
  }

  close(): void {
    this.#listener = undefined
    this.#unsubscribe()
    this.#leave()
  }

  /** Searches for the leader and queues for the lead. */
  #enter(): void {
    const announcements = this.#options.openBroadcast(this.#options.name)
    announcements.addEventListener('message', ({ data }) => {
      if (this.#announcements === announcements) this.#onAnnouncement(data as Announcement)
    })
    this.#announcements = announcements
    this.#election.stand()
    this.#search.begin()
  }

  /** Releases everything that another tab may wait for. */
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

  #onAnnouncement(announcement: Announcement): void {
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
        if (this.#search.follower) this.#search.send()
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

  /** A worker responds to searches itself. Until it has started, its page does. */
  #sendKeepAlive(): void {
    const host = this.#host
    if (host?.needsKeepAlive) this.#announce({ type: 'starting', term: host.term })
  }

  /** The announcement of a leader with an older term than this follower's host comes from a tab that was preempted. */
  #outrank(term: number): void {
    // Only the lock decides whether this tab leads.
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
    if (this.#host) this.#lose('the worker has ended: this tab leads now')
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
      channel,
      term,
      leading,
      clock: this.#options.clock,
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

  /** Before a host has responded, a retry would fail in the same way: the script is missing or broken. */
  #workerFailed(reason: string): void {
    if (this.#everHeard) this.#resign(reason)
    else this.#fail(reason)
  }

  /** Releases the lead to the next tab in the queue, and queues again after a pause. */
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

  /** A hidden tab can wait, and a frozen page must not lead. A tab that waits out a pause does not stand. */
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
