import { fetchForwarded } from '@kube-informer/testing'
import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'
import { acceptWorkerFaults } from './worker-faults.ts'

// The informers of the mock: their requests go to its Worker, and not through the service worker.
// In JSON: the fake apiserver would make protobuf in this browser, which costs more than reading it saves.
hostInformers(informers, { fetch: fetchForwarded(), encoding: 'json' })
acceptWorkerFaults()
