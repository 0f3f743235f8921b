import { UsageError } from '@kube-informer/core'
import type { FaultAction } from '../faults/fault-action.ts'
import type { FaultMatch, FaultRule } from '../faults/fault-rules.ts'
import type { FaultStep } from './fault-script.ts'
import { type RandomFaultScriptOptions, randomFaultScript } from './random-fault-script.ts'
import type { ServerFault } from './server-fault.ts'

/** Limits the script's memory and timers. */
const MAX_STEPS = 10_000

/** The members of a match that JSON can have: a `path` is a text here, never a RegExp, which could take forever. */
const MATCH: Readonly<Record<keyof FaultMatch, 'string' | 'boolean'>> = {
  method: 'string',
  path: 'string',
  pathPattern: 'string',
  resource: 'string',
  watch: 'boolean',
}

/** Parses a rule; throws a UsageError if it is invalid. */
export function ruleOf(sent: unknown): FaultRule {
  const rule = sent as FaultRule
  if (!rule.action || !Object.hasOwn(ACTIONS, rule.action.type))
    throw new UsageError(`a fault needs an action with a type, one of: ${Object.keys(ACTIONS).join(', ')}`)
  for (const [name, value] of Object.entries(rule.match ?? {})) {
    const type = Object.hasOwn(MATCH, name) ? MATCH[name as keyof FaultMatch] : undefined
    if (type === undefined) throw new UsageError(`a match has the members ${Object.keys(MATCH).join(', ')}`)
    if (typeof value !== type) throw new UsageError(`${name} of a match is a ${type}`)
  }
  return rule
}

/** Parses a script; throws a UsageError if it is invalid. */
export function scriptOf(sent: unknown): readonly FaultStep[] {
  if (!Array.isArray(sent)) throw new UsageError('a script is a list of steps: [{ atMs, fault: { type } }]')
  if (sent.length > MAX_STEPS) throw new UsageError(`a script has at most ${MAX_STEPS} steps`)
  return (sent as readonly FaultStep[]).map(({ atMs, fault }) => {
    if (typeof atMs !== 'number') throw new UsageError('a step needs atMs and a fault')
    return { atMs, fault: faultOf(fault) }
  })
}

/** Creates the requested random script; throws a UsageError without a duration or with too many steps. */
export function randomScriptOf(sent: unknown): readonly FaultStep[] {
  const options = sent as RandomFaultScriptOptions
  const { seed, durationMs, everyMs = 1000 } = options
  if (![seed, durationMs, everyMs].every(Number.isFinite) || everyMs < 1)
    throw new UsageError('a random script has a seed, durationMs and everyMs, which is 1 at least')
  if (durationMs / everyMs > MAX_STEPS / 2)
    throw new UsageError(`a random script lasts at most ${MAX_STEPS / 2} times everyMs`)
  return randomFaultScript(options)
}

/** Parses a fault; throws a UsageError if it is invalid. */
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

const ACTIONS: Readonly<Record<FaultAction['type'], true>> = {
  status: true,
  drop: true,
  delay: true,
  expired: true,
  end: true,
  truncate: true,
  stall: true,
  split: true,
  slow: true,
  gzip: true,
}
