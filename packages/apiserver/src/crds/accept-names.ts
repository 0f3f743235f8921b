import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames as Names,
} from '@kube-informer/core/resources'
import { withMembers } from '../object/any-object.ts'
import type { Finding } from './conditions.ts'

/** The accepted names of a definition, with the condition that reports them. */
export interface Acceptance {
  readonly names: Names
  readonly finding: Finding
}

const NO_NAMES: Names = { plural: '', kind: '' }
const ACCEPTED: Finding = {
  type: 'NamesAccepted',
  status: 'True',
  reason: 'NoConflicts',
  message: 'no conflicts found',
}

/** Names that must be unique within a group. */
const UNIQUE = [
  { name: 'plural', among: 'resources', reason: 'PluralConflict' },
  { name: 'singular', among: 'resources', reason: 'SingularConflict' },
  { name: 'shortNames', among: 'resources', reason: 'ShortNamesConflict' },
  { name: 'kind', among: 'kinds', reason: 'KindConflict' },
  { name: 'listKind', among: 'kinds', reason: 'ListKindConflict' },
] as const

/**
 * Gives a definition the names that it requests unless another definition of its group has them; in a conflict, the
 * previous names stay. Of several conflicts the last one is reported, as on a real server.
 */
export function acceptNames(
  { spec, status }: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
): Acceptance {
  const taken = takenNames(others.filter(other => other.spec.group === spec.group))
  const { categories, ...asked } = spec.names
  const { plural, kind, ...before } = status?.acceptedNames ?? NO_NAMES
  let names: Names = { plural, singular: '', shortNames: [], kind, listKind: '', ...before }
  let finding = ACCEPTED
  for (const { name, among, reason } of UNIQUE) {
    const used = [asked[name] ?? []].flat().filter(each => taken[among].has(each))
    if (used.length > 0) finding = conflict(reason, used)
    else names = { ...names, [name]: asked[name] }
  }
  return { names: withMembers(names, { ...optionalNames(names), categories }), finding }
}

/** Empty names are omitted. */
const optionalNames = ({ singular, shortNames, listKind }: Names) => ({
  singular: singular || undefined,
  shortNames: shortNames?.length ? shortNames : undefined,
  listKind: listKind || undefined,
})

const conflict = (reason: string, names: readonly string[]): Finding => ({
  type: 'NamesAccepted',
  status: 'False',
  reason,
  message: names.map(name => `${JSON.stringify(name)} is already in use`).join(', '),
})

function takenNames(others: readonly CustomResourceDefinition[]) {
  const accepted = others.map(({ status }) => status?.acceptedNames ?? NO_NAMES)
  const resources = accepted.flatMap(each => [each.plural, each.singular ?? '', each.shortNames ?? []])
  return {
    resources: new Set(resources.flat()),
    kinds: new Set(accepted.flatMap(each => [each.kind, each.listKind ?? ''])),
  }
}
