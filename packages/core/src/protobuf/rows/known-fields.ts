import type { ResourceDefinition } from '../../api/resource.ts'
import { NEWEST_MINOR } from '../data/messages.ts'
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
  shape: ResourceDefinition,
  client: object,
  getJson: GetJson | undefined,
): Promise<boolean> {
  if (table.indexOfKind({ apiVersion: apiVersionOf(shape), kind: shape.kind }) === undefined) return false
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

const apiVersionOf = ({ group, version }: ResourceDefinition): string =>
  group === '' ? version : `${group}/${version}`

async function minorOf(getJson: GetJson): Promise<number> {
  try {
    const { major, minor } = (await getJson('/version')) as {
      readonly major?: unknown
      readonly minor?: unknown
    }
    return major === '1' ? Number.parseInt(`${minor}`, 10) : Number.NaN
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    // The server refuses to say: it will not say later.
    if (typeof code === 'number' && code >= 400 && code < 500) return Number.NaN
    throw error
  }
}
