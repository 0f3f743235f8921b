import { fetchForwarded } from '@kube-informer/testing/msw'
import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'
import { acceptWorkerFaults } from './worker-faults.ts'

// The informers of the mock: their requests go to its Worker, and not through the service worker.
hostInformers(informers, { fetch: fetchForwarded() })
acceptWorkerFaults()
