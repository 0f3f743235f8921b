import { compareText } from '../json/go-order.ts'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'

/** A manager's entry of `metadata.managedFields`, without the fields and the time. */
export interface ManagerName {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  /** "" for the resource itself. */
  readonly subresource: string
}

/** An entry of `metadata.managedFields`. */
export interface ManagedEntry extends ManagerName {
  readonly set: FieldSet
  /** RFC 3339. Undefined for an apply that changed nothing. */
  readonly time?: string | undefined
}

/** All entries of an object by their identity. */
export type Managers = ReadonlyMap<string, ManagedEntry>

/**
 * The identity of an entry across writes: an applier has one entry for all API versions, an updater one for each
 * version. The server sorts managers by this text.
 */
export function identityOf({ manager, operation, apiVersion, subresource }: ManagerName): string {
  return JSON.stringify({
    ...(manager ? { manager } : {}),
    operation,
    ...(operation === 'Update' ? { apiVersion } : {}),
    ...(subresource ? { subresource } : {}),
  })
}

/**
 * Reads `metadata.managedFields`; undefined if a server cannot have written it.
 *
 * @param isOurs the entries are stored: unchanged ones are written as they are
 */
export function decodeManagers(value: unknown, isOurs = false): Managers | undefined {
  if (!Array.isArray(value)) return new Map()
  const managers = new Map<string, ManagedEntry>()
  for (const item of value) {
    const entry = decodeEntry(item, isOurs)
    if (!entry) return undefined
    managers.set(identityOf(entry), entry)
  }
  return managers
}

function decodeEntry(item: unknown, isOurs: boolean): ManagedEntry | undefined {
  if (!isObject(item)) return undefined
  const operation = memberOf(item, 'operation')
  const apiVersion = textOf(item, 'apiVersion')
  const isKnown = operation === 'Apply' || operation === 'Update'
  if (!isKnown || !apiVersion || memberOf(item, 'fieldsType') !== 'FieldsV1') return undefined
  const set = decodeSet(memberOf(item, 'fieldsV1'), isOurs)
  if (!set) return undefined
  const time = textOf(item, 'time') || undefined
  const [manager, subresource] = [textOf(item, 'manager'), textOf(item, 'subresource')]
  return { manager, operation, apiVersion, subresource, set, time }
}

const textOf = (item: JsonObject, name: string): string => {
  const value = memberOf(item, name)
  return typeof value === 'string' ? value : ''
}

function decodeSet(fields: unknown, isOurs: boolean): FieldSet | undefined {
  try {
    return FieldSet.fromFieldsV1(fields, isOurs)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** `metadata.managedFields` as the server writes it; undefined without entries. */
export function encodeEntries(entries: Iterable<ManagedEntry>): readonly JsonObject[] | undefined {
  const sorted = [...entries].sort(compareEntries)
  return sorted.length === 0 ? undefined : sorted.map(encodeEntry)
}

const encodeEntry = ({
  manager,
  operation,
  apiVersion,
  subresource,
  set,
  time,
}: ManagedEntry): JsonObject => ({
  ...(manager ? { manager } : {}),
  operation,
  apiVersion,
  ...(time ? { time } : {}),
  fieldsType: 'FieldsV1',
  fieldsV1: set.toFieldsV1(),
  ...(subresource ? { subresource } : {}),
})

const compareEntries = (a: ManagedEntry, b: ManagedEntry): number =>
  compareText(a.operation, b.operation) ||
  secondsOf(a) - secondsOf(b) ||
  compareText(a.manager, b.manager) ||
  compareText(a.apiVersion, b.apiVersion) ||
  compareText(a.subresource, b.subresource)

/** The time of an entry in whole seconds; entries without a time sort first. */
export const secondsOf = ({ time }: ManagedEntry): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000)

/** The time format of entries: whole seconds, UTC. */
export const entryTime = (now: number): string => `${new Date(now).toISOString().slice(0, 19)}Z`
