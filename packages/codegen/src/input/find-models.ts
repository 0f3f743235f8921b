import { crdModels } from './crd-model.ts'
import { type Field, isMapping } from './field.ts'
import type { Found, FoundModel, ReadOptions } from './found.ts'
import { listObjects, type ObjectField } from './list-objects.ts'
import { openApiModels } from './openapi-models.ts'
import { isOpenApi } from './openapi-paths.ts'

const GROUP = 'apiextensions.k8s.io'
const KIND = 'CustomResourceDefinition'

/**
 * The models of a document: an OpenAPI document, an object, or a list of objects. Reports what is invalid.
 *
 * @param isOfFolder whether the document is in a file of a folder, which may have other files too
 */
export function findModels(document: Field, options: ReadOptions, isOfFolder: boolean): Found {
  if (isOpenApi(document)) return openApiModels(document, options)
  if (isOfFolder && isOther(document))
    return { models: [], claims: [], skipped: ['a document without apiVersion and kind'] }
  return findCrds(document, options)
}

/** Whether a document is for other programs, such as a `kustomization.yaml`, and no incomplete definition. */
function isOther(document: Field): boolean {
  if (!isMapping(document.value)) return Array.isArray(document.value)
  const [apiVersion, kind] = [document.at('apiVersion').value, document.at('kind').value]
  if (typeof apiVersion === 'string' && typeof kind === 'string') return false
  return kind !== KIND && !String(apiVersion).startsWith(`${GROUP}/`)
}

function findCrds(document: Field, { groups }: ReadOptions): Found {
  const objects = listObjects(document)
  const crds = objects.filter(object => object.kind === KIND && isOurs(object))
  return {
    models: crds.filter(({ field }) => isWanted(field, groups)).flatMap(modelsOf),
    claims: crds.map(({ field }) => ({ field, names: namesOf(field) })),
    skipped: objects.filter(object => !crds.includes(object)).map(({ kind }) => kind),
  }
}

/** What a definition defines: the resource, and its versions. None if it has no names. */
function namesOf(crd: Field): readonly string[] {
  const spec = crd.at('spec')
  const [group, plural] = [spec.at('group').value, spec.at('names').at('plural').value]
  if (typeof group !== 'string' || typeof plural !== 'string') return []
  const { value: versions } = spec.at('versions')
  const named = Array.isArray(versions) ? versions.filter(isMapping).map(({ name }) => `/${name}`) : []
  return ['', ...new Set(named)].map(version => `${plural}.${group}${version}`)
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
