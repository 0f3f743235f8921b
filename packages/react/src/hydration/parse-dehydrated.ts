import { freshnessOf, type KubernetesObject } from '@kube-informer/core'
import type { HydratedSlice } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { DEHYDRATED_VERSION, type DehydratedInformers, type DehydratedSlice } from './dehydrated.ts'

/** By the key of the subscription. */
type HydratedSlices = ReadonlyMap<string, HydratedSlice<KubernetesObject>>

/** The slices of a state, and why others, or all, are ignored. */
export interface ParsedState {
  readonly slices: HydratedSlices
  readonly ignored: readonly string[]
}

const NONE: HydratedSlices = new Map()

/**
 * Reads what a page received: a state, or its JSON. Never throws, whatever it is.
 *
 * @param definitions the fingerprint of the page's definitions
 */
export function parseDehydrated(state: unknown, definitions: string): ParsedState {
  try {
    return parse(typeof state === 'string' ? JSON.parse(state) : state, definitions)
  } catch {
    return { slices: NONE, ignored: ['the dehydrated state is not JSON, or is truncated'] }
  }
}

function parse(state: unknown, definitions: string): ParsedState {
  const reason = whyIgnored(state, definitions)
  if (reason !== undefined) return { slices: NONE, ignored: [reason] }
  const slices = new Map<string, HydratedSlice<KubernetesObject>>()
  const ignored: string[] = []
  for (const [index, slice] of (state as DehydratedInformers).slices.entries()) {
    if (isSlice(slice)) slices.set(slice.key, hydrated(slice))
    else ignored.push(`slice ${index} of the dehydrated state is malformed`)
  }
  return { slices, ignored }
}

function whyIgnored(state: unknown, definitions: string): string | undefined {
  if (!isObject(state) || !Array.isArray(state.slices)) return 'there is no dehydrated state'
  if (state.version !== DEHYDRATED_VERSION)
    return `the dehydrated state has version ${String(state.version)}, and this page reads ${DEHYDRATED_VERSION}: reload the page`
  return state.definitions === definitions
    ? undefined
    : 'the dehydrated state was made with other definitions of the informers than those of this page: reload the page'
}

/** As a page shows rows of a host that has ended. */
function hydrated(slice: DehydratedSlice): HydratedSlice<KubernetesObject> {
  const { rows, total, groups, window, columns, resourceVersion, isWhole } = slice
  const status = Object.freeze({ ...INITIAL_SLICE_STATE.status, data: 'cached', resourceVersion })
  const data = Object.freeze([...rows])
  return {
    state: Object.freeze({
      data,
      total,
      groups,
      status,
      freshness: freshnessOf(status),
      ...(window && { window }),
      ...(columns && { columns }),
    }),
    isWhole: isWhole === true,
  }
}

function isSlice(slice: unknown): slice is DehydratedSlice {
  return (
    isObject(slice) &&
    isText(slice.key) &&
    isText(slice.resourceVersion) &&
    isCount(slice.total) &&
    (slice.window === undefined || isWindow(slice.window)) &&
    (slice.columns === undefined || isListOf(slice.columns, isColumn)) &&
    isListOf(slice.groups, group => isObject(group) && isText(group.value) && isCount(group.count)) &&
    isListOf(slice.rows, isRow)
  )
}

const isRow = (row: unknown): boolean =>
  isObject(row) && isObject(row.metadata) && isText(row.metadata.name) && isText(row.metadata.resourceVersion)

const isColumn = (column: unknown): boolean => isObject(column) && isText(column.name)

const isWindow = (window: unknown): boolean =>
  isObject(window) && isCount(window.offset) && isCount(window.limit)

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown): boolean => typeof value === 'string'

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
