import type { ResourceModel } from '../model/resource-model.ts'
import type { Field } from './field.ts'

/** A model, and the value that it was read from. */
export interface FoundModel {
  readonly model: ResourceModel
  readonly field: Field
}
