import { UsageError } from './errors.ts'
import type { LabelOperator, LabelRequirement } from './label-requirement.ts'
import { formatLabelRequirements, sortByKey } from './label-requirements.ts'
import { checkRequirement } from './label-validation.ts'

/** One expression of a {@link LabelSelector} (meta/v1 LabelSelectorRequirement). */
export interface LabelSelectorRequirement {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  /** At least one for In and NotIn, none for Exists and DoesNotExist. */
  readonly values?: readonly string[] | undefined
}

/** A label selector as in objects, e.g. a Deployment's spec; all terms must hold (meta/v1 LabelSelector). */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | undefined
}

/**
 * A label selector where one is passed: as text (`app in (web, api),!canary`), as the labels that objects have
 * (`{ app: 'web' }`), or in the form of objects.
 */
export type LabelSelectorOption = string | Readonly<Record<string, string>> | LabelSelector

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

function operatorOf(operator: string): LabelOperator {
  const found = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined
  if (found) return found
  throw new UsageError(`${JSON.stringify(operator)} is not a valid label selector operator`)
}

/** Validated in upstream's order, then sorted. */
function requirementsOf(
  selector: Exclude<LabelSelectorOption, string>,
  check: (requirement: LabelRequirement) => LabelRequirement,
): readonly LabelRequirement[] {
  const { matchLabels = {}, matchExpressions = [] } = areLabels(selector)
    ? { matchLabels: selector }
    : selector
  return sortByKey([
    ...Object.entries(matchLabels).map(([key, value]) => check({ key, operator: '=', values: [value] })),
    ...matchExpressions.map(({ key, operator, values = [] }) =>
      check({ key, operator: operatorOf(operator), values }),
    ),
  ])
}

/**
 * The requirements of labels or of a label selector object, sorted by key. An empty selector has none and so matches everything.
 *
 * Throws a UsageError with upstream's text for an invalid key, value or operator
 * (apimachinery `meta/v1.LabelSelectorAsSelector`).
 */
export const labelSelectorRequirements = (
  selector: Exclude<LabelSelectorOption, string>,
): readonly LabelRequirement[] => requirementsOf(selector, checkRequirement)

/**
 * Formats a label selector for the query parameter `labelSelector`. A string is returned unchanged. The server
 * validates keys and values; a UsageError is thrown only if the text would have another meaning than the object.
 *
 * @example labelSelectorText({ app: 'web' }) // 'app=web'
 */
export const labelSelectorText = (selector: LabelSelectorOption): string =>
  typeof selector === 'string'
    ? selector
    : formatLabelRequirements(requirementsOf(selector, checkUnambiguous))

/** `matchLabels` and `matchExpressions` are keys of labels, too: what is there decides. */
const areLabels = (
  selector: Readonly<Record<string, string>> | LabelSelector,
): selector is Readonly<Record<string, string>> =>
  Object.values(selector).every(value => typeof value === 'string')

/** A value could be parsed as syntax, and an empty list as a list of the empty string. */
function checkUnambiguous(requirement: LabelRequirement): LabelRequirement {
  const { key, operator, values } = requirement
  const isEmptyList = (operator === 'in' || operator === 'notin') && values.length === 0
  if (!isEmptyList && ![key, ...values].some(text => /[\s=!(),<>]/.test(text))) return requirement
  throw new UsageError(`this requirement has no text form: ${JSON.stringify(requirement)}`)
}
