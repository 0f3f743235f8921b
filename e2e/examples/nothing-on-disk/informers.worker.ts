import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

// Nothing is stored, for any user. The database of an earlier version is deleted.
hostInformers(informers, { persistence: false })
