import type { KubernetesObject } from '@kube-informer/core'
import type { SliceSort } from '@kube-informer/worker'
import type { ComputedName } from '../computed.ts'
import type { Status } from '../status.ts'

/** How the values of a field are read and compared. */
type FieldType = 'text' | 'number' | 'quantity' | 'time'

/** Values of objects that a filter expression can name. */
export interface Field {
  /** What users type. */
  readonly id: string
  /** Other names for it. */
  readonly aliases?: readonly string[] | undefined
  readonly label: string
  readonly type: FieldType
  /** Where the values are: paths of the object, of which one has to match, or a computed value. */
  readonly source: { readonly paths: readonly string[] } | { readonly computed: ComputedName }
  /** The index of the shared definition that has the values, for suggestions. */
  readonly index?: string | undefined
  /** Whether `:` compares the whole value. @default false: a part of it */
  readonly exact?: boolean | undefined
}

/** An object that a cell links to. */
export interface CellReference {
  readonly kind: string
  /** As in manifests; absent where `kind` alone names the resource. */
  readonly apiVersion?: string | undefined
  readonly namespace?: string | undefined
  readonly name: string
}

/** What the cells of a column show. */
type Cell<T> =
  | { readonly type: 'name' }
  | {
      readonly type: 'text'
      readonly read: (object: T) => string | number | undefined
      readonly mono?: boolean
    }
  | { readonly type: 'age'; readonly read: (object: T) => string | undefined }
  | { readonly type: 'status'; readonly read: (object: T) => Status | undefined }
  | { readonly type: 'share'; readonly read: (object: T) => Share }
  | { readonly type: 'reference'; readonly read: (object: T) => CellReference | undefined }

/** A part of a whole, which a small bar shows. */
export interface Share {
  readonly ready: number
  readonly wanted: number
}

export interface Column<T = KubernetesObject> {
  readonly id: string
  readonly label: string
  readonly cell: Cell<T>
  /** How the worker sorts by it; absent where it cannot. */
  readonly sort?: SliceSort | undefined
  /** Absent where a filter expression cannot name it. */
  readonly field?: Field | undefined
  /** In pixels, at least. */
  readonly width: number
  /** The share of the space that is left. @default 0 */
  readonly grow?: number | undefined
  /** Right-aligned. @default false */
  readonly numeric?: boolean | undefined
  /** Hidden until the user shows it. @default false */
  readonly wide?: boolean | undefined
  /** Shown on narrow screens too. @default false */
  readonly narrow?: boolean | undefined
  /** What the column contains, in a sentence. */
  readonly description?: string | undefined
}

/** By which values rows can be grouped. */
export interface Grouping {
  /** The id of the field with the values, in URLs too. */
  readonly id: string
  readonly label: string
  /** The index of the shared definition with the values. */
  readonly index: string
  /** Sorts by the values. */
  readonly sort: SliceSort
}

/** How the console shows the objects of a kind. */
export interface KindView {
  readonly columns: readonly Column[]
  /** Fields besides those of the columns. */
  readonly fields?: readonly Field[] | undefined
  readonly groupings?: readonly Grouping[] | undefined
  /** The order without one of the user: column ids, with `-` in front for descending. */
  readonly sort?: string | undefined
}

/** Columns of objects of a type. */
export const columnsOf = <T extends KubernetesObject>(...columns: readonly Column<T>[]): readonly Column[] =>
  columns as unknown as readonly Column[]

export const textField = (id: string, label: string, ...paths: readonly string[]): Field => ({
  id,
  label,
  type: 'text',
  source: { paths },
})

export const numberField = (id: string, label: string, path: string): Field => ({
  id,
  label,
  type: 'number',
  source: { paths: [path] },
})

export const timeField = (id: string, label: string, path: string): Field => ({
  id,
  label,
  type: 'time',
  source: { paths: [path] },
})
