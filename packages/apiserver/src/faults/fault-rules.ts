import type { Random } from '@kube-informer/core'
import type { BodyFault, FaultAction, ShapeAction } from './fault-action.ts'
import { matchesGlob } from './glob.ts'

/** The requests that a fault applies to; absent members match every request. */
export interface FaultMatch {
  readonly method?: string | undefined
  /** A substring of the path, or a pattern. A pattern cannot be sent to the controls; see `pathPattern`. */
  readonly path?: string | RegExp | undefined
  /** A glob that matches the whole path: `*` stands for any characters, `/` included. */
  readonly pathPattern?: string | undefined
  /** `true` for watches only, `false` for all other requests only. */
  readonly watch?: boolean | undefined
  /** The plural, e.g. `pods` or `deployments`. */
  readonly resource?: string | undefined
}

/** A fault and the requests that it applies to. */
export interface FaultRule {
  readonly match?: FaultMatch | undefined
  /** How often the fault applies before the rule is removed. @default unlimited */
  readonly times?: number | undefined
  /** The probability that the fault applies, between 0 and 1. @default 1 */
  readonly probability?: number | undefined
  readonly action: FaultAction
}

/** The properties of a request that rules match. */
export interface FaultTarget {
  readonly method: string
  readonly path: string
  readonly watch: boolean
  readonly resource: string | undefined
}

/** The faults of one request. */
export interface FaultDecision {
  readonly delayMs: number
  /** How the body is delivered. */
  readonly shapes: readonly ShapeAction[]
  /** What happens instead of the normal response. */
  readonly action: Exclude<FaultAction, ShapeAction | { type: 'delay' }> | undefined
}

interface ActiveRule {
  readonly rule: FaultRule
  left: number
}

/**
 * The fault rules of a server, evaluated in the order in which they were added: delays add up, shapes combine, and of
 * the other actions the first match applies.
 */
export class FaultRules {
  readonly #random: Random
  readonly #rules = new Set<ActiveRule>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Adds a rule; returns a function that removes it. */
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

  /** The rules that still apply, with the number of times that is left. */
  get active(): readonly FaultRule[] {
    return [...this.#rules].map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, times: left } : rule))
  }

  /** Decides the faults of one request, and counts down the rules that apply. */
  decide(target: FaultTarget): FaultDecision {
    let delayMs = 0
    const shapes: ShapeAction[] = []
    for (const active of this.#rules) {
      if (!this.#strikes(active, target)) continue
      const { action } = active.rule
      if (action.type === 'delay') delayMs += action.ms
      else if (isShape(action)) shapes.push(action)
      else return { delayMs, shapes, action }
    }
    return { delayMs, shapes, action: undefined }
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

const isShape = (action: FaultAction): action is ShapeAction =>
  action.type === 'split' || action.type === 'slow' || action.type === 'gzip'

function matches({ method, path, pathPattern, watch, resource }: FaultMatch, target: FaultTarget): boolean {
  if (method !== undefined && method.toUpperCase() !== target.method) return false
  if (watch !== undefined && watch !== target.watch) return false
  if (resource !== undefined && resource !== target.resource) return false
  if (pathPattern !== undefined && !matchesGlob(pathPattern, target.path)) return false
  if (path === undefined) return true
  return typeof path === 'string' ? target.path.includes(path) : path.test(target.path)
}

/** The body fault of a decision; `end` without a condition ends at once. */
export function bodyFaultOf({ action }: FaultDecision): BodyFault | undefined {
  if (action?.type === 'truncate' || action?.type === 'stall') return action
  if (action?.type !== 'end') return undefined
  return action.afterEvents === undefined && action.afterMs === undefined
    ? { type: 'end', afterEvents: 0 }
    : action
}
