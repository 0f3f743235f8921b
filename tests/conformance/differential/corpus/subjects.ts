import type { Subject } from '../generate/subject.ts'
import { deployments } from './deployments.ts'
import { gadgets } from './gadgets.ts'
import { otherKinds } from './other-kinds.ts'
import { configMaps, leases, namespaces, secrets, serviceAccounts } from './plain.ts'
import { pods } from './pods.ts'
import { services } from './services.ts'

/** The kinds that sequences use, with weights. */
export const SUBJECTS: readonly { readonly weight: number; readonly subjects: readonly Subject[] }[] = [
  { weight: 45, subjects: [configMaps, secrets, leases, serviceAccounts, gadgets, gadgets] },
  { weight: 33, subjects: [pods, deployments, services] },
  { weight: 17, subjects: otherKinds },
  { weight: 5, subjects: [namespaces] },
]
