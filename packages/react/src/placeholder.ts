import type { SliceResult } from './slice-result.ts'

/** The option `placeholderData`: data, or a function of what the hook showed before. */
export type PlaceholderData<TData> =
  | TData
  | ((previousData: TData | undefined, previousResult: SliceResult<TData> | undefined) => TData | undefined)

/**
 * For the option `placeholderData`: keeps the rows of the previous query until the present one has its own, so that a table
 * does not flicker when its namespace, order or filter changes. `total`, `window`, `groups` and `columns` stay with them.
 *
 * @example useByIndex('namespace', namespace, { placeholderData: keepPreviousData })
 */
export const keepPreviousData = <T>(previousData: T | undefined): T | undefined => previousData

/** A pending result, completed by its placeholder if there is one. */
export function withPlaceholder(
  result: SliceResult<unknown>,
  placeholder: PlaceholderData<unknown>,
  previous: SliceResult<unknown> | undefined,
): SliceResult<unknown> {
  const data = typeof placeholder === 'function' ? placeholder(previous?.data, previous) : placeholder
  if (data === undefined) return result
  const { total, window, groups, columns }: SliceResult<unknown> & { readonly columns?: unknown } =
    previous && data === previous.data
      ? previous
      : { ...result, total: Array.isArray(data) ? data.length : 1 }
  const shown = { total, window, groups, ...(columns !== undefined && { columns }) }
  return Object.freeze({ ...result, data, ...shown, isPending: false, isPlaceholderData: true })
}
