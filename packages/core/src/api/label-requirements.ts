import { UsageError } from './errors.ts'
import type { LabelOperator, LabelRequirement } from './label-requirement.ts'
import { checkLabelKey, checkRequirement } from './label-validation.ts'

/** Symbols, or anything up to a symbol or a blank: a key, a value, `in`, `notin`. */
const TOKEN = /!=|==|[=!(),<>]|[^ \t\r\n=!(),<>]+/g
const OPERATORS: ReadonlyMap<string, LabelOperator> = new Map([
  ['in', 'in'],
  ['notin', 'notin'],
  ['=', '='],
  ['==', '=='],
  ['!=', '!='],
  ['>', 'gt'],
  ['<', 'lt'],
])

/** Reads the tokens of a selector from left to right. The end is the empty token. */
class Tokens {
  readonly #tokens: readonly string[]
  #position = 0

  constructor(selector: string) {
    this.#tokens = selector.match(TOKEN) ?? []
  }

  get next(): string {
    return this.#tokens[this.#position] ?? ''
  }

  /** Whether a key or a value is next; `in` and `notin` may be either. */
  get atIdentifier(): boolean {
    return /^[^=!(),<>]/.test(this.next)
  }

  get atRequirement(): boolean {
    return this.atIdentifier || this.next === '!'
  }

  take(): string {
    const token = this.next
    this.#position++
    return token
  }

  takeIf(token: string): boolean {
    const found = this.next === token
    if (found) this.#position++
    return found
  }

  takeIdentifier(): string {
    return this.atIdentifier ? this.take() : this.fail('identifier')
  }

  fail(expected: string): never {
    throw new UsageError(`found '${this.next}', expected: ${expected}`)
  }
}

/**
 * Parses a label selector: `a`, `!a`, `a=b`, `a==b`, `a!=b`, `a in (x,y)`, `a notin (x)`, `a>1`, `a<1`, with commas
 * for AND and optional blanks. The requirements are sorted by key. "" has no requirements.
 *
 * Throws a UsageError with upstream's text where the grammar, a key or a value is wrong
 * (apimachinery `labels.ParseToRequirements`).
 *
 * @example matchLabelRequirements(parseLabelRequirements('app in (web,api)'))(pod.metadata.labels ?? {})
 */
export function parseLabelRequirements(selector: string): readonly LabelRequirement[] {
  const tokens = new Tokens(selector)
  const requirements: LabelRequirement[] = []
  while (tokens.next) {
    if (!tokens.atRequirement) tokens.fail("!, identifier, or 'end of string'")
    requirements.push(parsePrefixed(tokens))
    if (tokens.takeIf(',')) {
      if (!tokens.atRequirement) tokens.fail("identifier after ','")
    } else if (tokens.next) tokens.fail("',' or 'end of string'")
  }
  return sortByKey(requirements)
}

/** Sorts by character code, which equals upstream's byte order because valid keys are ASCII. */
export const sortByKey = (requirements: readonly LabelRequirement[]): readonly LabelRequirement[] =>
  requirements.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))

function parsePrefixed(tokens: Tokens): LabelRequirement {
  try {
    return parseRequirement(tokens)
  } catch (error) {
    throw error instanceof UsageError
      ? new UsageError(`unable to parse requirement: ${error.message}`)
      : error
  }
}

function parseRequirement(tokens: Tokens): LabelRequirement {
  const absent = tokens.takeIf('!')
  const key = tokens.takeIdentifier()
  checkLabelKey(key)
  const alone = tokens.next === '' || tokens.next === ','
  if (absent || alone) return { key, operator: absent ? '!' : 'exists', values: [] }
  const operator = OPERATORS.get(tokens.next) ?? tokens.fail('in, notin, =, ==, !=, gt, lt')
  tokens.take()
  const values = operator === 'in' || operator === 'notin' ? parseValues(tokens) : [parseValue(tokens)]
  return checkRequirement({ key, operator, values })
}

/** A value after `=` or a similar operator; may be empty. */
const parseValue = (tokens: Tokens): string =>
  tokens.next === '' || tokens.next === ',' ? '' : tokens.takeIdentifier()

/** `(x,y)`; a value may be empty. */
function parseValues(tokens: Tokens): readonly string[] {
  if (!tokens.takeIf('(')) throw new UsageError(`found '${tokens.next}' expected: '('`)
  const values = new Set<string>()
  if (!tokens.atIdentifier && tokens.next !== ',' && tokens.next !== ')')
    tokens.fail("',', ')' or identifier")
  for (;;) {
    const isValue = tokens.atIdentifier
    values.add(isValue ? tokens.take() : '')
    if (tokens.takeIf(')')) return [...values].toSorted()
    if (!tokens.takeIf(',')) tokens.fail(isValue ? "',' or ')'" : "',', or identifier")
  }
}

/** Formats requirements as upstream does, in the given order: `a in (x,y),!b,c=d` (apimachinery `labels.Selector.String`). */
export const formatLabelRequirements = (requirements: readonly LabelRequirement[]): string =>
  requirements.map(formatRequirement).join(',')

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  const list = values.toSorted().join(',')
  switch (operator) {
    case 'exists':
      return key
    case '!':
      return `!${key}`
    case 'in':
    case 'notin':
      return `${key} ${operator} (${list})`
    case 'gt':
      return `${key}>${list}`
    case 'lt':
      return `${key}<${list}`
    default:
      return key + operator + list
  }
}
