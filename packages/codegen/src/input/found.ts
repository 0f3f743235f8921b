import type { DiscoveredResource } from '@kube-informer/core/discovery'
import type { ResourceModel } from '../model/resource-model.ts'
import type { Field } from './field.ts'

/** Which resources to read. */
export interface ReadOptions {
  /** Only the resources of these groups. @default all, but for those of built-in groups in OpenAPI documents */
  readonly groups?: readonly string[] | undefined
  /** What an OpenAPI document does not tell: singular, short names and categories. */
  readonly discovery?: readonly DiscoveredResource[] | undefined
}

/** A model, and the value that it was read from. */
export interface FoundModel {
  readonly model: ResourceModel
  readonly field: Field
}

/** What a document defines, valid or not. Two documents must not define the same. */
interface Claim {
  readonly field: Field
  /** E.g. `widgets.example.com`, `widgets.example.com/v1`. */
  readonly names: readonly string[]
}

/** What a document contains. */
export interface Found {
  readonly models: readonly FoundModel[]
  readonly claims: readonly Claim[]
  /** What all other objects are, e.g. their kinds. */
  readonly skipped: readonly string[]
}
