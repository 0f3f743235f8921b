import type { ResourceDefinition } from '@kube-informer/core'

/** Whether the resource is compiled into the apiserver. The JSON of custom resources differs in details. */
export const isBuiltIn = (resource: ResourceDefinition): boolean =>
  !resource.group.includes('.') || resource.group.endsWith('.k8s.io')
