import type { Random } from '@kube-informer/core'

/** What happens instead of the right answer. */
export type FaultAction =
  /** An error answer of the server. */
  | { readonly type: 'status'; readonly code: number; readonly retryAfterSeconds?: number }
  /** No answer at all: `fetch` rejects. */
  | { readonly type: 'drop' }
  /** The right answer, late. */
  | { readonly type: 'delay'; readonly ms: number }
  /** A watch that ends cleanly after so many events or milliseconds; at once when neither is given. */
  | { readonly type: 'end'; readonly afterEvents?: number; readonly afterMs?: number }
  /** A body that breaks off in the middle of a frame or an item. */
  | { readonly type: 'truncate'; readonly afterEvents?: number; readonly afterMs?: number }
  /** 410: as the answer to a list, in the stream of a watch. */
  | { readonly type: 'expired' }

/** Which requests a fault is for; what is absent matches all. */
export interface FaultMatch {
  readonly method?: string | undefined
  /** A text that the path contains, or a pattern. */
  readonly path?: string | RegExp | undefined
  /** Watches only, or everything else only. */
  readonly watch?: boolean | undefined
  /** The plural, e.g. `pods` or `deployments`. */
  readonly resource?: string | undefined
}

/** A fault, and when it strikes. */
export interface FaultRule {
  readonly match?: FaultMatch | undefined
  /** How often it strikes before it is used up. @default always */
  readonly times?: number | undefined
  /** How likely it strikes, between 0 and 1. @default 1 */
  readonly probability?: number | undefined
  readonly action: FaultAction
}

/** What a rule is matched against. */
export interface FaultTarget {
  readonly method: string
  readonly path: string
  readonly watch: boolean
  readonly resource: string | undefined
}

/** A fault that strikes a body rather than a request. */
export interface StreamFault {
  readonly type: 'end' | 'truncate' | 'expired'
  readonly afterEvents?: number | undefined
  readonly afterMs?: number | undefined
}

/** What is to happen to one request. */
export interface FaultDecision {
  readonly delayMs: number
  readonly action: Exclude<FaultAction, { type: 'delay' }> | undefined
}

interface ActiveRule {
  readonly rule: FaultRule
  left: number
}

/** The faults of a server. Rules are asked in the order in which they were added; delays add up, then the first wins. */
export class FaultRules {
  readonly #random: Random
  readonly #rules = new Set<ActiveRule>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Adds a rule; returns its undo. */
  add(rule: FaultRule): () => void {
    const active: ActiveRule = { rule, left: rule.times ?? Number.POSITIVE_INFINITY }
    this.#rules.add(active)
    return () => {
      this.#rules.delete(active)
    }
  }

  /** Removes all rules. */
  clear(): void {
    this.#rules.clear()
  }

  /** Decides about one request, using up what strikes. */
  decide(target: FaultTarget): FaultDecision {
    let delayMs = 0
    for (const active of this.#rules) {
      if (!this.#strikes(active, target)) continue
      const { action } = active.rule
      if (action.type !== 'delay') return { delayMs, action }
      delayMs += action.ms
    }
    return { delayMs, action: undefined }
  }

  #strikes(active: ActiveRule, target: FaultTarget): boolean {
    const { match = {}, probability = 1 } = active.rule
    if (!matches(match, target)) return false
    if (probability < 1 && this.#random() >= probability) return false
    active.left--
    if (active.left <= 0) this.#rules.delete(active)
    return true
  }
}

function matches({ method, path, watch, resource }: FaultMatch, target: FaultTarget): boolean {
  if (method !== undefined && method.toUpperCase() !== target.method) return false
  if (watch !== undefined && watch !== target.watch) return false
  if (resource !== undefined && resource !== target.resource) return false
  if (path === undefined) return true
  return typeof path === 'string' ? target.path.includes(path) : path.test(target.path)
}

/** The part of an action that concerns the body; `end` without a condition ends at once. */
export function streamFaultOf(action: FaultDecision['action']): StreamFault | undefined {
  if (action?.type === 'expired') return { type: 'expired' }
  if (action?.type === 'truncate') return action
  if (action?.type !== 'end') return undefined
  return action.afterEvents === undefined && action.afterMs === undefined
    ? { type: 'end', afterEvents: 0 }
    : action
}
