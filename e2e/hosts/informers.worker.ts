import { hostInformers } from '@kube-informer/worker/host'
import { hangWhenTold } from './hang-worker.ts'
import { informers } from './informers.ts'

hostInformers(informers)
hangWhenTold()
