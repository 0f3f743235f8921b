import { type FieldSelector, fieldSelectorText } from './field-selector.ts'
import { type LabelSelectorOption, labelSelectorText } from './label-selector.ts'

interface Selectors {
  readonly labelSelector?: LabelSelectorOption | undefined
  readonly fieldSelector?: string | FieldSelector | undefined
}

/** A query with its selectors as the server takes them: as text. Absent selectors stay absent. */
export function withSelectorTexts<T extends Selectors>({
  labelSelector,
  fieldSelector,
  ...query
}: T): Omit<T, keyof Selectors> & { readonly labelSelector?: string; readonly fieldSelector?: string } {
  return {
    ...query,
    ...(labelSelector !== undefined && { labelSelector: labelSelectorText(labelSelector) }),
    ...(fieldSelector !== undefined && { fieldSelector: fieldSelectorText(fieldSelector) }),
  }
}
