import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers'

hostInformers(informers)
