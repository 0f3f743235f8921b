import type { StatusCause, StatusError } from '@kube-informer/core'
import { groupBy } from '@kube-informer/core/internal'
import { compareText } from '../json/go-order.ts'
import { failure } from '../status/status-errors.ts'
import type { FieldSet } from './field-set.ts'
import { identityOf, type ManagedEntry } from './managed-fields.ts'
import type { OwnedFields } from './ownership.ts'
import { type FieldPath, showPath } from './path-element.ts'

/** A field that is applied with another value than its owner set. */
export interface FieldConflict {
  readonly owner: ManagedEntry
  readonly path: FieldPath
}

/** All conflicts, by owner as the server sorts them. */
export function conflictsOf(taken: ReadonlyMap<string, OwnedFields>): readonly FieldConflict[] {
  return [...taken]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, { entry, fields }]) => [...fields.paths()].map(path => ({ owner: entry, path })))
}

/** The conflicts that are not about the given fields. */
export const conflictsOutside = (
  conflicts: readonly FieldConflict[],
  fields: FieldSet,
): readonly FieldConflict[] => conflicts.filter(({ path }) => !fields.has(path))

/** 409: other managers own the applied fields. */
export function applyConflict(conflicts: readonly FieldConflict[]): StatusError {
  return failure({
    code: 409,
    reason: 'Conflict',
    message: `Apply failed with ${summary(conflicts)}`,
    details: { causes: conflicts.map(causeOf) },
  })
}

const causeOf = ({ owner, path }: FieldConflict): StatusCause => ({
  reason: 'FieldManagerConflict',
  message: `conflict with ${showOwner(owner)}`,
  field: showPath(path),
})

function summary(conflicts: readonly FieldConflict[]): string {
  const [first, ...others] = conflicts
  if (first && others.length === 0)
    return `1 conflict: conflict with ${showOwner(first.owner)}: ${showPath(first.path)}`
  return `${conflicts.length} conflicts: ${blocks(conflicts).join('\n')}`
}

function blocks(conflicts: readonly FieldConflict[]): readonly string[] {
  const byOwner = groupBy(conflicts, ({ owner }) => identityOf(owner))
  return [...byOwner.values()].flatMap(group => [
    ...group.slice(0, 1).map(({ owner }) => `conflicts with ${showOwner(owner)}:`),
    ...group.map(({ path }) => `- ${showPath(path)}`),
  ])
}

function showOwner({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const where = subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''
  const version = operation === 'Update' ? ` using ${apiVersion}` : ''
  return JSON.stringify(manager) + where + version
}
