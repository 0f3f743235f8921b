import { groupResource, parseFieldSelector, type ResourceDefinition } from '@kube-informer/core'
import { isBuiltIn } from '../storage/encode.ts'
import { badRequest } from './status.ts'

/** The fields that a kind offers to field selectors besides name and namespace, by `plural.group`. */
export type FieldsByResource = Readonly<Record<string, readonly string[]>>

const ALWAYS = ['metadata.name', 'metadata.namespace']

/** Of the resources that a fake serves without being told; those that are not here have names only. */
const BUILT_IN: FieldsByResource = {
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  nodes: ['spec.unschedulable'],
  namespaces: ['status.phase'],
  secrets: ['type'],
  services: ['spec.clusterIP', 'spec.type'],
  'replicasets.apps': ['status.replicas'],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
}

/** Splits at the commas that no backslash escapes. */
const termsOf = (selector: string): readonly string[] => selector.match(/(?:\\.|[^,\\])+/gs) ?? []

/** The fields that one term names. */
function fieldsOf(term: string): string[] {
  const fields: string[] = []
  parseFieldSelector(term)(field => {
    fields.push(field)
    return ''
  })
  return fields
}

/** Throws the 400 of a real server where a selector, which can be parsed, names a field that the kind does not offer. */
export function checkFields(
  resource: ResourceDefinition,
  fieldSelector: string,
  custom: FieldsByResource,
): void {
  const name = groupResource(resource)
  const own = custom[name] ?? BUILT_IN[name]
  const known = new Set([...ALWAYS, ...(own ?? [])])
  const unknown = termsOf(fieldSelector)
    .flatMap(fieldsOf)
    .find(field => !known.has(field))
  if (unknown === undefined) return
  // Kinds with fields of their own say it in their own words.
  throw own || !isBuiltIn(resource)
    ? badRequest(`field label not supported: ${unknown}`)
    : badRequest(
        `${JSON.stringify(unknown)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
      )
}
