import { pods, secrets } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

export const informers = defineInformers({
  pods: { resource: pods },
  // Secrets are stored on disk only with `persist: true`.
  secrets: { resource: secrets, persist: true },
})
