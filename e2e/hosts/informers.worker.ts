import { hostInformers } from '@kube-informer/worker/host'
import { hangOnMessage } from './hang-worker.ts'
import { informers } from './informers.ts'

hostInformers(informers)
hangOnMessage()
