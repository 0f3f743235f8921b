import type { Clock } from '@kube-informer/core'
import type { OpenBroadcast } from '../../api/broadcast.ts'
import type { HostChannel } from '../../wire/channel.ts'
import { type Announcement, followerChannelName, type LeadMessage } from '../../wire/leadership.ts'
import { followerHostChannel } from './follower-host-channel.ts'

/** A follower that joins and then sends nothing has found another leader, or is gone. */
const HELLO_MS = 30_000

/** Announced names are only names: a tab that floods the channel opens no more channels than this. */
const MAX_FOLLOWERS = 1_000

export interface LeaderListenerOptions {
  readonly lead: LeadMessage
  readonly openBroadcast: OpenBroadcast
  readonly clock: Clock
  readonly attach: (channel: HostChannel) => void
}

/** Serves the tabs that follow: announces this worker, and opens a channel for each tab that joins. */
export function serveFollowers({ lead, openBroadcast, clock, attach }: LeaderListenerOptions): void {
  const { name, hostId, term } = lead
  const announcements = openBroadcast(name)
  const announce = (announcement: Announcement) => announcements.postMessage(announcement)
  const known = new Set<string>()
  const open = (follower: string) => {
    known.add(follower)
    const broadcast = openBroadcast(followerChannelName(name, hostId, follower))
    followerHostChannel({
      broadcast,
      clock,
      helloMs: HELLO_MS,
      attach,
      onClosed: () => known.delete(follower),
    })
  }
  announcements.addEventListener('message', ({ data }) => {
    const announcement = data as Announcement | null
    if (announcement?.type !== 'join') return
    const { follower } = announcement
    if (!known.has(follower) && known.size >= MAX_FOLLOWERS) return
    // Opened before it is announced, so that no message of the follower is lost.
    if (!known.has(follower)) open(follower)
    announce({ type: 'welcome', follower, hostId, term })
  })
  announce({ type: 'leads', hostId, term })
}
