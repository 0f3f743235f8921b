import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

// Nothing is kept, of anybody: no database is opened.
hostInformers(informers, { persistence: false })
