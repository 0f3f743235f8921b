import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

hostInformers(informers)
