import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { defineInformers } from '@kube-informer/worker'

export interface Pod extends KubernetesObject {
  readonly status?: { readonly phase?: string }
}

const pods = defineResource<Pod>({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})

export const informers = defineInformers({ pods: { resource: pods } })

export const podNamed = (name: string, phase = 'Running', namespace = 'default'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, uid: `uid-${namespace}-${name}` },
  status: { phase },
})
