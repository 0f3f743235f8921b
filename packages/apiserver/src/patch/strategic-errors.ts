import type { StatusError } from '@kube-informer/core'
import { goValue } from '../json/go-print.ts'
import type { JsonObject } from '../json/json-value.ts'
import { badRequest, internalError } from '../status/status-errors.ts'

/** 400: a `$deleteFromPrimitiveList` without a field. */
export const badPrimitiveList = (): StatusError => badRequest('invalid patch format of primitive list')

/** 400: `$retainKeys` is not a list, or omits a member that the patch sets. */
export const badRetainKeys = (): StatusError => badRequest('invalid patch format of retainKeys')

/** 400: a `$setElementOrder` that is not a list, or without a field. */
export const badElementOrder = (): StatusError => badRequest('invalid patch format of setElementOrder list')

/** 500, as on a real server: an item lacks its merge key. */
export const noMergeKey = (item: JsonObject, key: string): StatusError =>
  internalError(`map: ${goValue(item)} does not contain declared merge key: ${key}`)

/** 500: an unknown `$patch` directive, or one that is not supported there. */
export const badDirective = (directive: unknown, map: JsonObject): StatusError =>
  internalError(`unknown patch type: ${goText(directive)} in map: ${goValue(map)}`)

/** 500: a value of the wrong type. */
export const badType = (expected: 'map' | 'list', actual: unknown): StatusError =>
  internalError(`expected a ${TYPES[expected]}, but received a ${goTypeOf(actual)}`)

const TYPES = { map: 'map[string]interface {}', list: '[]interface {}' } as const

const goText = (value: unknown): string =>
  typeof value === 'string' ? value : `%!s(${goTypeOf(value)}=${goValue(value)})`

function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  if (Array.isArray(value)) return TYPES.list
  switch (typeof value) {
    case 'object':
      return TYPES.map
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    case 'boolean':
      return 'bool'
    default:
      return 'string'
  }
}
