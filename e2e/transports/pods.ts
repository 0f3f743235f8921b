import { defineResource, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'

/** Pods as these tests read them: metadata only. */
export const pods: ResourceDefinition<KubernetesObject> = defineResource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})
