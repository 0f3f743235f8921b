import { hostInformers } from '@kube-informer/worker/host'
import { informers } from './informers.ts'

// Scripts cannot export the key. `signOut` deletes it, and it is lost with the browser's profile.
hostInformers(informers, { persistence: { encrypt: true } })
