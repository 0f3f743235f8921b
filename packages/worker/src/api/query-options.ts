import type { PathOf, PredicateOf, SelectableFieldOf } from './names.ts'
import type { LocationOptions, ObjectSlice, SliceFilter, TableSlice } from './subscription.ts'

/** Which rows of a resource a query shows, beside its target. */
export interface QueryOptions<TDefinitions, TResource>
  extends LocationOptions<SelectableFieldOf<TDefinitions, TResource>>,
    Omit<ObjectSlice<TDefinitions, TResource>, 'target'> {}

/** Which rows of a Table a query shows. */
export interface TableQueryOptions<TDefinitions, TResource>
  extends LocationOptions<SelectableFieldOf<TDefinitions, TResource>>,
    Omit<TableSlice, 'target'> {}

/** How one object is requested. */
export interface ObjectQueryOptions<TDefinitions, TResource>
  extends Omit<LocationOptions<SelectableFieldOf<TDefinitions, TResource>>, 'namespace'> {}

/** Which objects are counted by the values of an index. */
export interface IndexValuesQueryOptions<TDefinitions, TResource>
  extends LocationOptions<SelectableFieldOf<TDefinitions, TResource>> {
  /** Counts only the objects that match; a value without such objects is left out. @default every object of the scope */
  readonly filter?:
    | SliceFilter<PredicateOf<TDefinitions, TResource>, PathOf<TDefinitions, TResource>>
    | undefined
  /**
   * Also returns the namespaces without objects, with the count 0. Only for the index `namespace`. The host then lists and
   * watches Namespaces too; without that right, it takes those of the connection's option `namespaces`.
   * @default false
   */
  readonly includeEmpty?: boolean | undefined
}
