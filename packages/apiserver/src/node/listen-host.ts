import { hostInUrl } from '@kube-informer/core/node'
import { isLoopbackName } from '@kube-informer/core/proxy'
import type { GuardingOptions } from '../guard/guarding.ts'
import { type AllowedHosts, isAddress } from '../guard/host-names.ts'

/** Whether only this machine can reach a server that listens on a name or address. */
export const isLoopbackHost = (host: string): boolean => isLoopbackName(hostInUrl(host))

/** The guard of a server that listens on a name or address: a server on the loopback interface has no other address. */
export function guardOf(host: string, allowedHosts: AllowedHosts | 'any' = []): GuardingOptions {
  if (allowedHosts === 'any') return { allowedHosts }
  if (isLoopbackHost(host)) return { allowedHosts, loopbackOnly: true }
  return { allowedHosts: isAddress(hostInUrl(host)) ? allowedHosts : [...allowedHosts, host] }
}
