import type { GuardingOptions } from '../guard/guarding.ts'
import { type AllowedHosts, isAddress, isLoopbackName } from '../guard/host-names.ts'

/** A name or address to listen on, as a URL has it. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether only this machine can reach a server that listens on a name or address. */
export const isLoopbackHost = (host: string): boolean => isLoopbackName(inUrl(host))

/** The guard of a server that listens on a name or address: a server on the loopback interface has no other address. */
export function guardOf(host: string, allowedHosts: AllowedHosts | 'any' = []): GuardingOptions {
  if (allowedHosts === 'any') return { allowedHosts }
  if (isLoopbackHost(host)) return { allowedHosts, loopbackOnly: true }
  return { allowedHosts: isAddress(inUrl(host)) ? allowedHosts : [...allowedHosts, host] }
}
