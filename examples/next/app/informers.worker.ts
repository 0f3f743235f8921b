import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers'

// In JSON: rows in protobuf do not get through the route that forwards requests yet.
hostInformers(informers, { encoding: 'json' })
