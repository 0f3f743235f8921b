import type { ResourceDefinition } from '../../api/resource.ts'
import { NEWEST_MINOR } from '../data/common-messages.ts'
import type { TypeMeta } from '../envelope.ts'
import type { MessageTable } from '../message-table.ts'

/** Gets a document of the server. Rejects with an error, whose code is that of the response. */
export type GetJson = (path: string) => Promise<unknown>

/** The minor versions of servers, by what identifies their client; NaN for one that does not say. */
const minors = new WeakMap<object, Promise<number>>()

/**
 * Whether the table has all fields of a kind: it cannot name fields that are newer than itself. Asks each client's server once
 * for its version, if `getJson` is given. Rejects if there is no answer.
 */
export async function knowsFields(
  table: MessageTable,
  shape: Shape,
  client: object,
  getJson: GetJson | undefined,
): Promise<boolean> {
  if (table.indexOfKind(typeOf(shape)) === undefined) return false
  if (!getJson) return true
  const minor = minors.get(client) ?? minorOf(getJson)
  minors.set(client, minor)
  try {
    return (await minor) <= NEWEST_MINOR
  } catch (error) {
    minors.delete(client)
    throw error
  }
}

/** What says the type of a resource's objects. */
export type Shape = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>

export const typeOf = ({ group, version, kind }: Shape): TypeMeta => ({
  apiVersion: group === '' ? version : `${group}/${version}`,
  kind,
})

async function minorOf(getJson: GetJson): Promise<number> {
  try {
    const version = (await getJson('/version')) as {
      readonly major?: unknown
      readonly minor?: unknown
    } | null
    return version?.major === '1' ? Number.parseInt(`${version.minor}`, 10) : Number.NaN
  } catch (error) {
    if (isLasting(error)) return Number.NaN
    throw error
  }
}

/** Whether the server will not answer otherwise later: it refuses, or what answers is no apiserver. */
function isLasting(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  if (code === 'ProtocolError') return true
  return typeof code === 'number' && code >= 400 && code < 500 && !PASSING.includes(code)
}

/** An expired token, a timeout, and too many requests. */
const PASSING: readonly number[] = [401, 408, 429]
