/**
 * Messages on the channel that all tabs and the worker of the leading tab share. Plain data. The channel's name
 * contains the protocol version and the fingerprint of the definitions, so that no other build receives them.
 */
export type Announcement =
  /** A tab without a host looks for the leader. */
  | { readonly type: 'join'; readonly follower: string }
  /** The worker's response to `join`: the tab's own channel is open (`followerChannelName`). */
  | { readonly type: 'welcome'; readonly follower: string; readonly hostId: string; readonly term: number }
  /** A worker has started: tabs without a host, or with an older one, may join. */
  | { readonly type: 'leads'; readonly hostId: string; readonly term: number }
  /** A tab leads and its worker is starting: keep waiting. */
  | { readonly type: 'starting'; readonly term: number }

/** The first message of a leading tab to its worker: serve the other tabs too. */
export interface LeadMessage {
  readonly type: 'lead'
  /** The name of the announcement channel. */
  readonly name: string
  readonly hostId: string
  /** Increases from one leader to the next. */
  readonly term: number
  /** The previous leader was preempted and may resume: do not wait for its locks. */
  readonly preempted: boolean
}

/** The name of the announcement channel, and of the lock that the leading tab holds. */
export const leadershipName = (name: string, version: number, fingerprint: string): string =>
  `kube-informer:leader:${name}:${version}:${fingerprint}`

/** The name of one follower's own channel to one host. Messages for another host cannot arrive on it. */
export const followerChannelName = (name: string, hostId: string, follower: string): string =>
  `${name}:${hostId}:${follower}`

export const isLeadMessage = (message: unknown): message is LeadMessage =>
  typeof message === 'object' && message !== null && (message as { type?: unknown }).type === 'lead'
