import { configMaps, secrets } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'

/** The definition that the tabs and their workers share. */
export const informers = defineInformers({
  secrets: { resource: secrets },
  configMaps: { resource: configMaps },
})
