import { parseQuantity } from '@kube-informer/core/quantity'

/** The value of a quantity (`500m`, `1Gi`, `1e3`, 2), precise enough to compare; undefined if it is none. */
export const quantityOf = (value: unknown): number | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? parseQuantity(value, { maxLength: Number.POSITIVE_INFINITY, maxExponent: Number.POSITIVE_INFINITY })
        ?.approximate
    : undefined

/** The value of a quantity, or 0. */
export const amountOf = (value: unknown): number => quantityOf(value) ?? 0
