import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

export const informers = defineInformers({ pods: { resource: pods } })

declare module '@kube-informer/react' {
  interface Register {
    informers: typeof informers
  }
}
