import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'
import { acceptWorkerFaults } from './worker-faults.ts'

hostInformers(informers)
acceptWorkerFaults()
