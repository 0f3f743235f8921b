import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

// Nothing is stored, for any user: no database is opened.
hostInformers(informers, { persistence: false })
