import { hasMember } from './own-member.ts'
import type { PathSegments } from './path.ts'
import { PathParser } from './path-parser.ts'
import type { PathStep, ValuePath } from './path-step.ts'
import { accepts, readMembers } from './read-members.ts'

export { accepts, readMembers } from './read-members.ts'

/**
 * Parses a path through objects and arrays: `spec.nodeName`, `metadata.labels['app.kubernetes.io/name']`,
 * `spec.containers[0].image`, `metadata.ownerReferences[*].uid`, `status.conditions[?(@.type=="Ready")].status`. A dot
 * that belongs to a name is written `\.`, and the path may start with a dot. Throws a UsageError with the position of
 * the mistake.
 *
 * @example new ValueReader([parseValuePath('spec.containers[0].image')]).read(row, visitor)
 */
export const parseValuePath = (path: string): ValuePath => new PathParser(path).whole()

/** The longest prefix of a path that has one value, and the other steps. */
export function splitPath(path: ValuePath): { readonly prefix: PathSegments; readonly rest: ValuePath } {
  const end = path.findIndex(step => step.type !== 'member')
  const members = end === -1 ? path : path.slice(0, end)
  return {
    prefix: members.flatMap(step => (step.type === 'member' ? [step.name] : [])),
    rest: path.slice(members.length),
  }
}

/** Reads the values at a path of plain objects, in the order of the object. Ignores inherited properties. */
export function readValues(value: unknown, path: ValuePath): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) => values.flatMap(each => valuesAt(each, step)),
    [value],
  )
}

function valuesAt(value: unknown, step: PathStep): readonly unknown[] {
  if (step.type === 'member') return hasMember(value, step.name) ? [value[step.name]] : []
  if (!Array.isArray(value)) return []
  if (step.type === 'items') return value
  if (step.type === 'item') return step.index < value.length ? [value[step.index]] : []
  return value.filter(item => accepts(step, readMembers(item, step.path)))
}
