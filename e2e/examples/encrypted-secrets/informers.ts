import { pods, secrets } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

export const informers = defineInformers({
  pods: { resource: pods },
  // Secrets are kept on disk only where a definition says so.
  secrets: { resource: secrets, persist: true },
})
