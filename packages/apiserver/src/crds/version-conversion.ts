import { apiVersionOf, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@kube-informer/core/resources'
import { deepEqual } from '../json/deep-equal.ts'
import { applyDefaults } from '../schema/apply-defaults.ts'
import { prune } from '../schema/prune.ts'
import { structuralSchema } from '../schema/structural-schema.ts'
import type { Conversion } from '../storage/converted-collection.ts'

/**
 * How objects look in a version that is not the one in which they are stored: as the strategy `None` has it, another
 * apiVersion, without what the version's own schema does not know, and with its defaults. Undefined where both versions
 * have the same schema, so that nothing is another thing.
 */
export function conversionOf(
  { spec }: CustomResourceDefinition,
  resource: ResourceDefinition,
): Conversion | undefined {
  const version = spec.versions.find(({ name }) => name === resource.version)
  const stored = spec.versions.find(({ storage }) => storage)
  if (!version || !stored || deepEqual(version.schema, stored.schema)) return undefined
  const storedAs = { ...resource, version: stored.name }
  return { toView: coercionTo(version, resource), toStored: coercionTo(stored, storedAs) }
}

function coercionTo(
  { schema }: CustomResourceDefinitionVersion,
  resource: ResourceDefinition,
): (object: KubernetesObject) => KubernetesObject {
  const apiVersion = apiVersionOf(resource)
  const structural = schema?.openAPIV3Schema && structuralSchema({ ...schema.openAPIV3Schema })
  return object => {
    const { kind = resource.kind, metadata = {} } = object
    if (!structural) return { ...object, apiVersion }
    const coerced = applyDefaults(structural, prune(structural, object).value)
    return { ...(typeof coerced === 'object' ? coerced : {}), kind, apiVersion, metadata }
  }
}
