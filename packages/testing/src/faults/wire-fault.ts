import { UsageError } from '@kube-informer/core'
import type { FaultMatch, FaultRule } from './fault-rules.ts'
import type { FaultStep } from './fault-script.ts'
import type { ServerFault } from './server-fault.ts'

/** A rule as JSON: the pattern of a path is a text. */
interface WireRule extends Omit<FaultRule, 'match'> {
  readonly match?: Omit<FaultMatch, 'path'> & { readonly path?: string; readonly pathPattern?: string }
}

/** The rule that somebody sent; throws a UsageError where it is none. */
export function ruleOf(sent: unknown): FaultRule {
  const { match = {}, ...rule } = sent as WireRule
  if (typeof rule.action?.type !== 'string') throw new UsageError('a fault needs an action with a type')
  const { pathPattern, ...others } = match
  return { ...rule, match: pathPattern === undefined ? others : { ...others, path: new RegExp(pathPattern) } }
}

/** The script that somebody sent; throws a UsageError where it is none. */
export function scriptOf(sent: unknown): readonly FaultStep[] {
  if (!Array.isArray(sent)) throw new UsageError('a script is a list of steps: [{ atMs, fault: { type } }]')
  return (sent as readonly FaultStep[]).map(({ atMs, fault }) => {
    if (typeof atMs !== 'number') throw new UsageError('a step needs atMs and a fault')
    return { atMs, fault: faultOf(fault) }
  })
}

/** The fault that somebody sent; throws a UsageError where it is none. */
export function faultOf(sent: unknown): ServerFault {
  const fault = sent as ServerFault | undefined
  if (!fault || !Object.hasOwn(TYPES, fault.type))
    throw new UsageError(`a fault has a type, one of: ${Object.keys(TYPES).join(', ')}`)
  return fault.type === 'rule' ? { ...fault, rule: ruleOf(fault.rule) } : fault
}

const TYPES: Readonly<Record<ServerFault['type'], true>> = {
  rule: true,
  compact: true,
  relist: true,
  dropWatches: true,
  restart: true,
  revokeTokens: true,
  stallWatchCache: true,
  notReady: true,
}
