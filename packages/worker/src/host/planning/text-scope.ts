import { type FieldSelector, fieldSelectorText } from '@kube-informer/core'
import type { Scope } from '../../api/subscription.ts'

/** The scope with its field selector as text: both forms of one selector share an informer. */
export const textScope = ({ fieldSelector, ...scope }: Scope<string | FieldSelector>): Scope =>
  fieldSelector ? { ...scope, fieldSelector: fieldSelectorText(fieldSelector) } : scope
