import { ProtocolError, StatusError } from '../api/errors.ts'
import type { List, Status } from '../api/object.ts'

/**
 * The list that a ListerWatcher has answered, which may be a hand-written one that believes whatever arrives. A Status that is no
 * success is thrown as a StatusError, and what is no list as a ProtocolError: an empty list would empty the cache.
 */
export function checkedList<T>(list: List<T>): List<T> {
  const { kind, apiVersion = 'v1', metadata, items } = (list ?? {}) as Partial<List<T>>
  const isStatus = kind === 'Status' && apiVersion === 'v1'
  if (isStatus && (list as Status).status !== 'Success') throw new StatusError(list as Status)
  const isEmpty = items === null || (items === undefined && kind?.endsWith('List') === true)
  if (isStatus || !metadata || !(isEmpty || Array.isArray(items)))
    throw new ProtocolError('the answer to a list must be a list')
  return isEmpty ? { ...list, items: [] } : list
}
