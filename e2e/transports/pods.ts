import { defineResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'

/** Of Pods, these tests read no more than the metadata. */
export const pods: ResourceDefinition<KubernetesObject> = defineResource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})
