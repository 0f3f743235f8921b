import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './rights-informers.ts'

hostInformers(informers)
