/** What the readers of a leaf have done. */
export class CrowdStats {
  /** Requests, by what became of them. */
  opened = 0
  refused = 0
  unreachable = 0
  forbidden = 0
  /** Ends of watches, by cause. */
  broken = 0
  timedOut = 0
  denied = 0
  overflowed = 0
  /** Events that readers received, and the reads that delivered them. */
  deliveries = 0
  reads = 0
  /** The largest delay of an event to a reader that was connected and read, in milliseconds. */
  mostDelayMs = 0
  /** The largest number of bytes that waited for a reader. */
  mostBacklogBytes = 0
}
