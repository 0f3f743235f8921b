import type { Kind } from '../kinds/kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import type { TextRule } from '../object/names.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Storage } from '../storage/storage.ts'

/** The context of a write for its strategy. */
export interface WriteContext {
  readonly kind: Kind
  /** In ms. */
  readonly now: number
  readonly storage: Storage
  /** "" for the resource itself. */
  readonly subresource: string
  /** Adds a warning to the response. */
  warn(this: void, message: string): void
  /** Nothing is stored or allocated. */
  readonly dryRun?: boolean | undefined
}

/** The rules for writes of a kind: flags, and functions where flags do not suffice. */
export interface Strategy {
  /** `metadata.generation` counts changes of the desired state. */
  readonly countsGeneration: boolean
  /** It also counts changes of annotations. */
  readonly countsAnnotations?: boolean
  /** It also counts changes of labels. */
  readonly countsLabels?: boolean
  /** Errors of a change are reported before errors of the object. */
  readonly judgesChangeFirst?: boolean
  /** The status can only be written through its subresource. */
  readonly hasStatus: boolean
  /** The metadata that a write of the status can change. */
  readonly statusMetadata: 'all' | 'all but labels' | 'none'
  /** PUT creates a missing object. */
  readonly createsOnUpdate: boolean
  /** PUT must specify a resourceVersion. */
  readonly requiresRevision: boolean
  /** DELETE returns the object. */
  readonly returnsDeleted: boolean
  /** DELETE without a propagation policy orphans dependents. */
  readonly orphansByDefault: boolean
  readonly name: TextRule
  /** Converts write-only members. */
  normalize?(object: AnyObject): AnyObject
  /** Admission plugins; their changes are not owned by the client. */
  admit?(object: AnyObject, stored: AnyObject | undefined): AnyObject
  /** The initial state of a client's object. */
  prepareForCreate?(object: AnyObject, context: WriteContext): AnyObject
  /** The next state; server-owned metadata is set already. */
  prepareForUpdate?(next: AnyObject, stored: AnyObject, context: WriteContext): AnyObject
  /** Validation besides metadata and schema. */
  validate?(object: AnyObject): readonly FieldError[]
  /** Errors to report after those of the schema. */
  validateLast?(object: AnyObject): readonly FieldError[]
  /** `validate` is complete; the schema is not applied. */
  readonly validatesSchema?: boolean
  /** The state that a DELETE stores instead of removing the object; absent if it removes. */
  prepareForDelete?(object: AnyObject, context: WriteContext): AnyObject
  /** Errors of a change. */
  validateUpdate?(next: AnyObject, stored: AnyObject, context: WriteContext): readonly FieldError[]
  /** Warnings about an accepted object. */
  warnings?(object: AnyObject, stored?: AnyObject): readonly string[]
  /** The grace period of a delete; undefined if the object is removed at once. */
  graceSeconds?(object: AnyObject, asked: number | undefined): number
}
