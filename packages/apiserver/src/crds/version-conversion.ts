import { apiVersionOf, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@kube-informer/core/resources'
import { deepEqual } from '../json/deep-equal.ts'
import { applyDefaults } from '../schema/apply-defaults.ts'
import { prune } from '../schema/prune.ts'
import type { Schema } from '../schema/schema.ts'
import { structuralSchema } from '../schema/structural-schema.ts'
import type { Conversion } from '../storage/converted-collection.ts'

/**
 * Reads stored objects in a version, and writes them in the stored version, as the strategy `None` does: a read prunes an
 * object and sets the defaults by the schema of the version in which it was stored, then changes the apiVersion and prunes
 * again. The defaults of another version are set in requests only. Undefined if that changes nothing, because all versions
 * have the same schema, by which everything was written.
 *
 * @param isChanged the definition had other versions or schemas before, by which objects may have been written
 */
export function conversionOf(
  { spec: { versions } }: CustomResourceDefinition,
  resource: ResourceDefinition,
  isChanged: boolean,
): Conversion | undefined {
  const version = versions.find(({ name }) => name === resource.version)
  const stored = versions.find(({ storage }) => storage)
  if (!version || !stored) return undefined
  if (!isChanged && versions.every(({ schema }) => deepEqual(schema, stored.schema))) return undefined
  const schemas = new Map(versions.map(each => [each.name, structuralOf(each)]))
  const formOf = ({ name }: CustomResourceDefinitionVersion): Form => ({
    version: name,
    apiVersion: apiVersionOf({ ...resource, version: name }),
    schema: schemas.get(name),
  })
  const [view, own] = [formOf(version), formOf(stored)]
  const toView = (object: KubernetesObject) =>
    inForm(withDefaults(object, schemas.get(versionOf(object) ?? own.version)), view)
  const toStored = (object: KubernetesObject) => inForm(object, own)
  const isStale = (object: KubernetesObject) => !deepEqual(toStored(toView(object)), object)
  return { toView, toStored, isStale, decodes: true }
}

/** A version of the objects. */
interface Form {
  readonly version: string
  readonly apiVersion: string
  readonly schema: Schema | undefined
}

const structuralOf = ({ schema }: CustomResourceDefinitionVersion): Schema | undefined =>
  schema?.openAPIV3Schema && structuralSchema({ ...schema.openAPIV3Schema })

const versionOf = ({ apiVersion }: KubernetesObject): string | undefined => apiVersion?.split('/')[1]

/** The object as a read decodes it. */
const withDefaults = (object: KubernetesObject, schema: Schema | undefined): KubernetesObject =>
  schema ? asObject(applyDefaults(schema, prune(schema, object).value), object) : object

/** The object in a version; itself if it is that already. */
function inForm(object: KubernetesObject, { version, apiVersion, schema }: Form): KubernetesObject {
  if (versionOf(object) === version) return object
  const { kind, metadata = {} } = object
  const pruned = schema ? asObject(prune(schema, object).value, object) : object
  return { ...pruned, ...(kind ? { kind } : {}), apiVersion, metadata }
}

/** The members of a value, and the identity of an object, which no schema changes. */
function asObject(value: unknown, { kind, apiVersion, metadata = {} }: KubernetesObject): KubernetesObject {
  const type = { ...(kind ? { kind } : {}), ...(apiVersion ? { apiVersion } : {}) }
  return { ...type, ...(typeof value === 'object' ? value : {}), metadata }
}
