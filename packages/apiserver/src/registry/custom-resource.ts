import { parsePath, readPath } from '@kube-informer/core/paths'
import { goType, goValue } from '../json/go-print.ts'
import { isObject } from '../json/json-value.ts'
import type { Kind } from '../kinds/kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import { subdomainErrors } from '../object/names.ts'
import { invalidValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Strategy } from './strategy.ts'
import { STANDARD_FINALIZERS } from './validate-metadata.ts'

/** The strategy of custom resources, and of resources without a definition. */
export function customStrategy(kind: Kind): Strategy {
  const hasStatus = kind.subresources.some(subresource => subresource.name === 'status')
  return {
    countsGeneration: true,
    hasStatus,
    statusMetadata: 'none',
    createsOnUpdate: false,
    requiresRevision: true,
    returnsDeleted: false,
    orphansByDefault: false,
    name: subdomainErrors,
    warnings: finalizerWarnings,
    validateLast: object => replicasErrors(kind, object),
  }
}

/** Warns about finalizer names without a domain. */
const finalizerWarnings = ({ metadata }: AnyObject, stored?: AnyObject): readonly string[] =>
  (metadata?.finalizers ?? [])
    .filter(name => !stored?.metadata?.finalizers?.includes(name))
    .filter(name => !name.includes('/') && !STANDARD_FINALIZERS.includes(name))
    .map(
      name =>
        `metadata.finalizers: ${JSON.stringify(name)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    )

/** Errors in the number of replicas at the definition's scale path. */
function replicasErrors({ scale }: Kind, object: AnyObject): readonly FieldError[] {
  if (!scale) return []
  const { specReplicasPath: path } = scale
  const segments = parsePath(path.replace(/^\./, ''))
  const broken = brokenAt(object, segments)
  if (broken !== undefined) {
    const why = `${goValue(broken)} is of the type ${goType(broken)}, expected map[string]interface{}`
    return [invalidValue(path, 0, `${path} accessor error: ${why}`)]
  }
  const value = readPath(object, segments)
  if (value === undefined || value === null) return []
  if (typeof value !== 'number')
    return [
      invalidValue(
        path,
        0,
        `${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected int64`,
      ),
    ]
  return value < 0 ? [invalidValue(path, value, 'should be a non-negative integer')] : []
}

/** The value on a path that is not an object. */
function brokenAt(object: AnyObject, segments: readonly string[]): unknown {
  let value: unknown = object
  for (const segment of segments) {
    if (value === undefined || value === null) return undefined
    if (!isObject(value)) return value
    value = value[segment]
  }
  return undefined
}
