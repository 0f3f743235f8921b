import { countOf, fieldsOf, itemsOf, textOf } from '../object/any-object.ts'
import type { Collection } from '../storage/collection.ts'

/** The first address belongs to the API's own Service. */
const FIRST_HOST = 2
const LAST_HOST = 254
export const FIRST_PORT = 30_000
export const LAST_PORT = 32_767

/** The specs of all Services. */
function* specs(services: Collection): Generator<Readonly<Record<string, unknown>>> {
  for (const key of services.keys) {
    const object = services.get(key)?.object
    if (object) yield fieldsOf(fieldsOf(object).spec)
  }
}

/** Whether a Service has the address. */
export function isTaken(services: Collection, address: string): boolean {
  for (const { clusterIPs } of specs(services)) if (itemsOf(clusterIPs).includes(address)) return true
  return false
}

/** The lowest free address of 10.0.0.0/24; "" if there is none. */
export function freeAddress(services: Collection): string {
  const taken = new Set<string>()
  for (const { clusterIPs, clusterIP } of specs(services))
    for (const address of [clusterIP, ...itemsOf(clusterIPs)]) taken.add(textOf(address))
  for (let host = FIRST_HOST; host <= LAST_HOST; host++)
    if (!taken.has(`10.0.0.${host}`)) return `10.0.0.${host}`
  return ''
}

/** The lowest free node port that this Service does not use either. */
export function freePort(services: Collection, own: readonly number[]): number {
  const taken = new Set(own)
  for (const { ports } of specs(services))
    for (const port of itemsOf(ports)) taken.add(countOf(fieldsOf(port).nodePort))
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) if (!taken.has(port)) return port
  return 0
}
