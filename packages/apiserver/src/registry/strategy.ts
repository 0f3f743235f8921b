import type { Kind } from '../kinds/kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import type { TextRule } from '../object/names.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Storage } from '../storage/storage.ts'

/** What a strategy sees of the write that it is part of. */
export interface WriteContext {
  readonly kind: Kind
  /** In ms. */
  readonly now: number
  readonly storage: Storage
  /** "" for the resource itself. */
  readonly subresource: string
  /** Tells the sender of something that does not stop the write. */
  warn(this: void, message: string): void
  /** Nothing is written, and nothing is taken from a pool. */
  readonly dryRun?: boolean | undefined
}

/** What distinguishes a kind from the others when it is written. Facts first; code where facts do not do. */
export interface Strategy {
  /** `metadata.generation` counts the changes of what the users wish. */
  readonly countsGeneration: boolean
  /** Of these, changes of the annotations. */
  readonly countsAnnotations?: boolean
  /** Of these, changes of the labels. */
  readonly countsLabels?: boolean
  /** What is wrong with a change is told before what is wrong with the object. */
  readonly judgesChangeFirst?: boolean
  /** The status is written through its own subresource only. */
  readonly hasStatus: boolean
  /** What a write of the status may change of the metadata. */
  readonly statusMetadata: 'all' | 'all but labels' | 'none'
  /** A PUT creates what is not there. */
  readonly createsOnUpdate: boolean
  /** A PUT must say which revision it replaces. */
  readonly requiresRevision: boolean
  /** A DELETE answers with the object. */
  readonly returnsDeleted: boolean
  /** A DELETE that says nothing leaves the dependents. */
  readonly orphansByDefault: boolean
  readonly name: TextRule
  /** What the members stand for that are only ever sent. */
  normalize?(object: AnyObject): AnyObject
  /** What admission makes of an object; not counted among the fields of its sender. */
  admit?(object: AnyObject, stored: AnyObject | undefined): AnyObject
  /** The first state of what a client sends. */
  prepareForCreate?(object: AnyObject, context: WriteContext): AnyObject
  /** The next state, of which the server has its own part already. */
  prepareForUpdate?(next: AnyObject, stored: AnyObject, context: WriteContext): AnyObject
  /** What is wrong with an object, besides its metadata and what its schema forbids. */
  validate?(object: AnyObject): readonly FieldError[]
  /** What is said of an object behind what its schema says. */
  validateLast?(object: AnyObject): readonly FieldError[]
  /** `validate` says all that there is to say, so that the schema is not asked. */
  readonly validatesSchema?: boolean
  /** What a DELETE stores instead of removing; absent where it removes. */
  prepareForDelete?(object: AnyObject, context: WriteContext): AnyObject
  /** What is wrong with a change. */
  validateUpdate?(next: AnyObject, stored: AnyObject, context: WriteContext): readonly FieldError[]
  /** What the sender is told of an object that is taken. */
  warnings?(object: AnyObject, stored?: AnyObject): readonly string[]
  /** For how many seconds an object lives on when it is deleted; undefined where it goes at once. */
  graceSeconds?(object: AnyObject, asked: number | undefined): number
}
