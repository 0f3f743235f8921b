import { type Row, rowAccess } from '@kube-informer/core'
import {
  type FieldRequirement,
  formatFieldRequirements,
  formatLabelRequirements,
  type LabelRequirement,
  matchLabelRequirements,
  parseFieldRequirements,
  parseLabelRequirements,
} from '@kube-informer/core/selectors'
import type { Scope } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'

/** The rows of an informer that belong to a narrower scope. */
export interface ScopeFilter {
  /** Equal for equal filters. */
  readonly key: string
  /** All rows are of this namespace, so that its index can be used. */
  readonly namespace: string | undefined
  /** The remaining conditions; undefined when there is only the namespace. */
  readonly keeps: ((row: Row) => boolean) | undefined
}

/** The rows of some namespaces. */
export function namespacesFilter(namespaces: readonly string[]): ScopeFilter {
  const names = new Set(namespaces)
  return { key: JSON.stringify(namespaces), namespace: undefined, keeps: row => names.has(row.namespace) }
}

/** The rows of both filters. */
export function bothScopes(a: ScopeFilter | undefined, b: ScopeFilter | undefined): ScopeFilter | undefined {
  if (!a || !b) return a ?? b
  const tests = [a.keeps, b.keeps].filter(keeps => keeps !== undefined)
  return {
    key: `${a.key} ${b.key}`,
    namespace: a.namespace ?? b.namespace,
    keeps: row => tests.every(test => test(row)),
  }
}

/** The fields that every row has, independent of `trim` and `pick`. */
const FIELDS: Readonly<Record<string, (row: Row) => string>> = {
  'metadata.name': row => row.name,
  'metadata.namespace': row => row.namespace,
}

/**
 * The filter that selects a narrow scope from a wider one of the same resource; undefined when it is not a part of it,
 * or when the cached parts of the objects do not suffice.
 */
export function scopeFilterOf(
  definition: CompiledDefinition,
  wide: Scope,
  narrow: Scope,
): ScopeFilter | undefined {
  if (wide.namespace && wide.namespace !== narrow.namespace) return undefined
  try {
    const labels = labelTests(definition, wide, narrow)
    const fields = fieldTests(wide, narrow)
    if (!labels || !fields) return undefined
    const namespace = wide.namespace ? undefined : narrow.namespace || undefined
    const tests = [...fields, ...labels]
    const keeps = tests.length > 0 ? (row: Row) => tests.every(test => test(row)) : undefined
    return { key: JSON.stringify(narrow), namespace, keeps }
  } catch {
    // An invalid selector is left to the server to reject.
    return undefined
  }
}

type Test = (row: Row) => boolean

/** The wanted requirements that the known ones do not imply; undefined when the known ones exclude wanted objects. */
function restOf<T>(known: readonly T[], wanted: readonly T[], print: (each: T) => string): T[] | undefined {
  const knownTexts = new Set(known.map(print))
  const wantedTexts = new Set(wanted.map(print))
  const isPart = [...knownTexts].every(each => wantedTexts.has(each))
  return isPart ? wanted.filter(each => !knownTexts.has(print(each))) : undefined
}

function labelTests(
  { keepsLabels, transform }: CompiledDefinition,
  wide: Scope,
  narrow: Scope,
): Test[] | undefined {
  const [known, wanted] = [wide, narrow].map(scope => parseLabelRequirements(scope.labelSelector ?? ''))
  const rest = known && wanted && restOf(known, wanted, labelText)
  if (!rest || rest.length === 0) return rest && []
  const matches = matchLabelRequirements(rest)
  // The server matches the labels before the transform, which may change them.
  return keepsLabels && !transform ? [row => matches(rowAccess.labels(row))] : undefined
}

/** Equal for requirements that are written in two ways. */
const labelText = ({ operator, ...rest }: LabelRequirement): string =>
  formatLabelRequirements([{ ...rest, operator: operator === '==' ? '=' : operator }])

function fieldTests(wide: Scope, narrow: Scope): Test[] | undefined {
  const [known, wanted] = [wide, narrow].map(scope => parseFieldRequirements(scope.fieldSelector ?? ''))
  const rest = known && wanted && restOf(known, wanted, each => formatFieldRequirements([each]))
  const tests = rest?.map(fieldTest)
  return tests?.every(test => test !== undefined) ? tests : undefined
}

function fieldTest({ field, operator, value }: FieldRequirement): Test | undefined {
  const read = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
  return read && (row => (read(row) === value) === (operator === '='))
}
