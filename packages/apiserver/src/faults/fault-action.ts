/** A fault: what happens instead of the normal response. */
export type FaultAction =
  /**
   * An error response: a Status, or with `text` a line of plain text, as API Priority and Fairness (429) and proxies
   * (502, 503) send.
   */
  | {
      readonly type: 'status'
      readonly code: number
      readonly retryAfterSeconds?: number
      readonly text?: boolean | string
    }
  /** No response: `fetch` rejects. */
  | { readonly type: 'drop' }
  /** The normal response, delayed. */
  | { readonly type: 'delay'; readonly ms: number }
  /** 410: as the response to a list, or as an event in a watch. */
  | { readonly type: 'expired' }
  | BodyFault
  | ShapeAction

/** A body that is not delivered completely. */
export type BodyFault =
  /** The watch ends cleanly after the given number of events or milliseconds; immediately if neither is set. */
  | { readonly type: 'end'; readonly afterEvents?: number; readonly afterMs?: number }
  /** The body breaks off in the middle of an event or an item. */
  | { readonly type: 'truncate'; readonly afterEvents?: number; readonly afterMs?: number }
  /** The body stalls and stays open, as when a connection dies without a reset; immediately if neither is set. */
  | { readonly type: 'stall'; readonly afterEvents?: number; readonly afterMs?: number }

/** A complete body, delivered differently. Combines with other shapes and with any fault. */
export type ShapeAction =
  /** In chunks of this many bytes, regardless of event boundaries. @default 1 byte */
  | { readonly type: 'split'; readonly bytes?: number }
  /** In chunks of this many bytes, one per interval. */
  | { readonly type: 'slow'; readonly everyMs: number; readonly bytes?: number }
  /**
   * One gzip member for each flush if the request accepts gzip, as Kubernetes 1.37 sends watch-lists. In-process
   * readers must decompress the body themselves.
   */
  | { readonly type: 'gzip' }
