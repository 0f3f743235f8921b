import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

// With a key that no script can read out; it is lost with the browser's profile, and `signOut` deletes it.
hostInformers(informers, { persistence: { encrypt: true } })
