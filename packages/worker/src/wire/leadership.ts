/**
 * What tabs and the leading tab's worker say to each other on the channel that all of them listen to. Plain data; the name of
 * the channel holds the version of the protocol and the definitions, so that no other build ever hears it.
 */
export type Announcement =
  /** A tab has no host: who leads? */
  | { readonly type: 'join'; readonly follower: string }
  /** The worker's answer to `join`: the tab's own channel is open (`followerChannelName`). */
  | { readonly type: 'welcome'; readonly follower: string; readonly hostId: string; readonly term: number }
  /** A worker has begun to serve: whoever has no host, or an older one, may join. */
  | { readonly type: 'leads'; readonly hostId: string; readonly term: number }
  /** A tab leads, and its worker is on its way: have patience. */
  | { readonly type: 'starting'; readonly term: number }

/** The first message of a leading tab to its worker: serve the other tabs, too. */
export interface LeadMessage {
  readonly type: 'lead'
  /** The name of the channel of announcements. */
  readonly name: string
  readonly hostId: string
  /** Rises from one leader to the next. */
  readonly term: number
  /** The leader before was preempted, and may come back to life: nothing that it holds is waited for. */
  readonly preempted: boolean
}

/** The name of the channel of announcements, and of the lock that the leading tab holds. */
export const leadershipName = (name: string, version: number, fingerprint: string): string =>
  `kube-informer:leader:${name}:${version}:${fingerprint}`

/** The name of one follower's own channel to one host: what was meant for another host cannot even arrive. */
export const followerChannelName = (name: string, hostId: string, follower: string): string =>
  `${name}:${hostId}:${follower}`

export const isLeadMessage = (message: unknown): message is LeadMessage =>
  typeof message === 'object' && message !== null && (message as { type?: unknown }).type === 'lead'
