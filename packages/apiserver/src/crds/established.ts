import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { acceptNames } from './accept-names.ts'
import { type Finding, withCondition } from './conditions.ts'

const NOT_ACCEPTED: Finding = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
}
const INSTALLING: Finding = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
}
const ESTABLISHED: Finding = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}

/**
 * The next status of a definition, in the steps that a watch of a real server shows: its names are accepted, then it is
 * established. It stays established even if it later requests other names.
 */
export function established(
  definition: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
  now: string,
): CustomResourceDefinition {
  const { names, finding } = acceptNames(definition, others)
  const before = definition.status?.conditions ?? []
  const { status, reason } = before.find(({ type }) => type === 'Established') ?? {}
  const wasAccepted = before.some(({ type, status }) => type === 'NamesAccepted' && status === 'True')
  let conditions = withCondition(before, finding, now)
  if (status !== 'True') {
    const isInstalled = wasAccepted && reason === INSTALLING.reason
    const next = finding.status === 'False' ? NOT_ACCEPTED : isInstalled ? ESTABLISHED : INSTALLING
    conditions = withCondition(conditions, next, now)
  }
  return { ...definition, status: { ...definition.status, conditions, acceptedNames: names } }
}
