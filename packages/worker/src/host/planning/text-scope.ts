import {
  type FieldSelector,
  fieldSelectorText,
  type LabelSelectorOption,
  labelSelectorText,
} from '@kube-informer/core'
import type { Scope } from '../../api/subscription.ts'

/** The scope with its selectors as text: all forms of one selector share an informer. */
export const textScope = ({
  labelSelector,
  fieldSelector,
  ...scope
}: Scope<string | FieldSelector, LabelSelectorOption>): Scope => ({
  ...scope,
  ...(labelSelector !== undefined && { labelSelector: labelSelectorText(labelSelector) }),
  ...(fieldSelector && { fieldSelector: fieldSelectorText(fieldSelector) }),
})
