// Label and field selectors as requirements: to parse, format and match them as an apiserver does.
export {
  type FieldRequirement,
  formatFieldRequirements,
  parseFieldRequirements,
} from './api/field-selector.ts'
export type { LabelOperator, LabelRequirement } from './api/label-requirement.ts'
export { formatLabelRequirements, parseLabelRequirements } from './api/label-requirements.ts'
export { matchLabelRequirements } from './api/selectors.ts'
