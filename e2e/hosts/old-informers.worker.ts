import { hostInformers } from '@kube-informer/worker/host'
import { oldInformers } from './informers.ts'

hostInformers(oldInformers)
