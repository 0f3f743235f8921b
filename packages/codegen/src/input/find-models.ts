import { crdModels } from './crd-model.ts'
import type { Field } from './field.ts'
import type { FoundModel } from './found-model.ts'
import { listObjects, type ObjectField } from './list-objects.ts'

const GROUP = 'apiextensions.k8s.io'
const KIND = 'CustomResourceDefinition'

/** What a document contains. */
export interface Found {
  readonly models: readonly FoundModel[]
  /** The CustomResourceDefinitions of the document, also those that are invalid. */
  readonly definitions: readonly Field[]
  /** The kinds of all other objects. */
  readonly skipped: readonly string[]
}

/** The models of a document's CustomResourceDefinitions. Reports those that are invalid. */
export function findCrds(
  document: Field,
  { groups }: { readonly groups?: readonly string[] | undefined } = {},
): Found {
  const objects = listObjects(document)
  const crds = objects.filter(object => object.kind === KIND && isOurs(object))
  return {
    models: crds.filter(({ field }) => isWanted(field, groups)).flatMap(modelsOf),
    definitions: crds.map(({ field }) => field),
    skipped: objects.filter(object => !crds.includes(object)).map(({ kind }) => kind),
  }
}

const isOurs = ({ apiVersion }: ObjectField): boolean => apiVersion.startsWith(`${GROUP}/`)

/** A definition whose group is not known has a problem to report. */
function isWanted(crd: Field, groups: readonly string[] | undefined): boolean {
  const { value } = crd.at('spec').at('group')
  return groups === undefined || typeof value !== 'string' || groups.includes(value)
}

function modelsOf({ apiVersion, field: crd }: ObjectField): FoundModel[] {
  if (apiVersion === `${GROUP}/v1`) return crdModels(crd)
  const field = crd.at('apiVersion').value === undefined ? crd : crd.at('apiVersion')
  field.report(
    apiVersion === `${GROUP}/v1beta1`
      ? `${apiVersion} was removed in Kubernetes 1.22: convert the definition to ${GROUP}/v1`
      : `${apiVersion} is not supported: convert the definition to ${GROUP}/v1`,
  )
  return []
}
