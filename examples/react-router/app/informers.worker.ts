import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

// In JSON: the route that forwards requests starts a watch at once with an empty line, which protobuf does not allow.
hostInformers(informers, { encoding: 'json' })
