import type { InformerStatus } from '@kube-informer/core'
import type { SliceGroup } from '@kube-informer/worker'
import { useMemo } from 'react'
import type { SliceResult } from './slice-result.ts'
import { sliceOf, type UntypedOptions, useSlice } from './use-slice.ts'

/** Rows that nobody sees are not sent: for hooks that read counts only. */
const NO_ROWS = { offset: 0, limit: 0 }
const NO_OPTIONS: UntypedOptions = {}

/** `useLister` without the types of a definition. */
export function useUntypedLister(options: UntypedOptions = NO_OPTIONS): SliceResult<readonly unknown[]> {
  return useSlice(sliceOf({ type: 'all' }, options), options)
}

/** `useByIndex` without the types of a definition. */
export function useUntypedByIndex(
  index: string,
  value: string | null | undefined,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<readonly unknown[]> {
  const slice = value == null ? undefined : sliceOf({ type: 'index', index, value }, options)
  return useSlice(slice, options)
}

/** `useObject` without the types of a definition. */
export function useUntypedObject(
  key: string | null | undefined,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<unknown> {
  const result = useSlice(key == null ? undefined : { target: { type: 'key', key } }, options)
  return useMemo(() => ({ ...result, data: result.data[0] }), [result])
}

/** `useIndexValues` without the types of a definition. */
export function useUntypedIndexValues(
  index: string | null | undefined,
  options: UntypedOptions = NO_OPTIONS,
): SliceResult<readonly SliceGroup[]> {
  const slice =
    index == null ? undefined : { target: { type: 'all' as const }, groupBy: index, window: NO_ROWS }
  const result = useSlice(slice, options)
  return useMemo(() => ({ ...result, data: result.groups }), [result])
}

/** `useInformerStatus` without the types of a definition. */
export function useUntypedInformerStatus(options: UntypedOptions = NO_OPTIONS): InformerStatus {
  return useSlice({ target: { type: 'status' } }, options).status
}
