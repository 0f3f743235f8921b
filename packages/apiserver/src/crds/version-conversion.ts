import { apiVersionOf, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@kube-informer/core/resources'
import { deepEqual } from '../json/deep-equal.ts'
import { applyDefaults } from '../schema/apply-defaults.ts'
import { prune } from '../schema/prune.ts'
import { structuralSchema } from '../schema/structural-schema.ts'
import type { Conversion } from '../storage/converted-collection.ts'

/**
 * Converts objects to a version other than the stored one, as the strategy `None` does: another apiVersion, without the
 * fields that the version's schema does not have, and with its defaults. Undefined if both versions have the same
 * schema.
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
