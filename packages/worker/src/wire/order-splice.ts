/** How a list changed: the number to remove at an index, and what to insert there. */
export interface OrderSplice {
  readonly at: number
  readonly remove: number
  readonly insert: readonly string[]
}
