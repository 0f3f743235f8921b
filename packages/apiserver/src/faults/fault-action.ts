/** What happens instead of the right answer. */
export type FaultAction =
  /**
   * An error answer of the server: a Status, or with `text` a line of plain text, as its priority and fairness sends
   * (429) and proxies do (502, 503).
   */
  | {
      readonly type: 'status'
      readonly code: number
      readonly retryAfterSeconds?: number
      readonly text?: boolean | string
    }
  /** No answer at all: `fetch` rejects. */
  | { readonly type: 'drop' }
  /** The right answer, late. */
  | { readonly type: 'delay'; readonly ms: number }
  /** 410: as the answer to a list, in the stream of a watch. */
  | { readonly type: 'expired' }
  | BodyFault
  | ShapeAction

/** A body that does not come whole. */
export type BodyFault =
  /** A watch that ends cleanly after so many events or milliseconds; at once when neither is given. */
  | { readonly type: 'end'; readonly afterEvents?: number; readonly afterMs?: number }
  /** A body that breaks off in the middle of a frame or an item. */
  | { readonly type: 'truncate'; readonly afterEvents?: number; readonly afterMs?: number }
  /** A body that falls silent and stays open, as behind a connection that died; at once when neither is given. */
  | { readonly type: 'stall'; readonly afterEvents?: number; readonly afterMs?: number }

/** A body that comes whole, and in another way. These go together with each other and with any fault. */
export type ShapeAction =
  /** In pieces of so many bytes, wherever they begin. @default 1 byte */
  | { readonly type: 'split'; readonly bytes?: number }
  /** In pieces of so many bytes, one each so many milliseconds. */
  | { readonly type: 'slow'; readonly everyMs: number; readonly bytes?: number }
  /**
   * As one gzip member for each flush, if the request accepts gzip, as Kubernetes 1.37 sends watch-lists. In-process
   * readers have to decompress it themselves.
   */
  | { readonly type: 'gzip' }
