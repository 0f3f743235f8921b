/**
 * How much the pages of a host may ask of it, so that a tab that floods a shared host harms no other tab. A page that asks
 * for more is disconnected with a reason, and its connection fails; only a call or an informer beyond the limits fails alone.
 */
export interface HostLimits {
  /** Pages at once. @default 1000 */
  readonly pages?: number | undefined
  /** Open subscriptions of a page. @default 5000 */
  readonly subscriptions?: number | undefined
  /** Pairs of a resource and a scope to which a page is subscribed, or was in the last minute. @default 1000 */
  readonly scopes?: number | undefined
  /**
   * Informers that the host opens for the subscriptions of a page, or opened in the last minute: one for each namespace or
   * object that is requested alone. A slice that needs more has the error in its status. @default 1000
   */
  readonly informers?: number | undefined
  /** Calls of a page in flight. @default 10000 */
  readonly calls?: number | undefined
  /** Messages of a page within ten seconds, besides those that read the parts of a stream. @default 20000 */
  readonly messages?: number | undefined
  /**
   * The size of a page's calls in flight, and of its open subscriptions, each in characters of their text (approximately).
   * @default 64 Mi
   */
  readonly size?: number | undefined
}

/** Limits with a value for each. */
export type ResolvedLimits = { readonly [TName in keyof HostLimits]-?: number }

const DEFAULT_LIMITS: ResolvedLimits = {
  pages: 1_000,
  subscriptions: 5_000,
  scopes: 1_000,
  informers: 1_000,
  calls: 10_000,
  messages: 20_000,
  size: 64 * 1024 * 1024,
}

/** Adds the defaults to the limits that a host sets. */
export function resolveLimits(given: HostLimits = {}): ResolvedLimits {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) }
}
