/** Finds values below the given ones; undefined where client-go's jsonpath reports an error. */
type Step = (values: readonly unknown[]) => readonly unknown[] | undefined

/** One step of a path: `.name`, `.*`, `[?(@.type=="Ready")]`, or what else is in brackets. */
const STEP =
  /\.\*|\.((?:\\.|[^.[\\])+)|\[\?\(@((?:\.(?:\\.|[^.[\\=!<>\s)])+)+)\s*(==|!=|<=|>=|<|>)\s*(?:"([^"]*)"|'([^']*)'|([^\s)]+))\s*\)\]|\[([^\]]*)\]/y

/**
 * Compiles a JSONPath as used in CustomResourceDefinitions, without functions. An invalid path finds nothing, nor does one
 * for which client-go reports an error, such as an index out of bounds.
 */
export function jsonPath(path: string): (object: unknown) => readonly unknown[] {
  const find = parse(path)
  return object => find?.([object]) ?? []
}

function parse(path: string): Step | undefined {
  // A separate RegExp, since the path in a filter is parsed in between.
  const step = new RegExp(STEP)
  const steps: Step[] = []
  while (step.lastIndex < path.length) {
    const found = step.exec(path)
    const next = found && stepOf(found)
    if (!next) return undefined
    steps.push(next)
  }
  return values => steps.reduce<ReturnType<Step>>((found, next) => found && next(found), values)
}

function stepOf([, name, ...rest]: RegExpExecArray): Step | undefined {
  if (name !== undefined) return membersNamed(name.replace(/\\(.)/g, '$1'))
  const bracket = rest.pop()
  if (bracket !== undefined) return bracketOf(bracket)
  return rest[0] === undefined ? values => values.flatMap(valuesOf) : conditionOf(rest)
}

/** Parses `[0]`, `[-1:]`, `[0:4:2]`, `[*]`, `['name']` and unions of these, such as `[0,2]`. */
function bracketOf(text: string): Step | undefined {
  const members = text.split(',')
  if (members.length > 1) return unionOf(members.map(member => bracketOf(member.trim())))
  const [, quote, name] = /^(['"])(.+)\1$/.exec(text) ?? []
  // As in client-go, an unescaped dot in a quoted name begins another step.
  return quote ? parse(`.${name}`) : sliceOf(text === '*' ? ':' : text)
}

function unionOf(members: readonly (Step | undefined)[]): Step | undefined {
  if (members.includes(undefined)) return undefined
  return values => {
    const found = members.map(member => member?.(values))
    return found.includes(undefined) ? undefined : found.flatMap(each => each ?? [])
  }
}

/** Parses `start:end:step`, or an index: a slice of one item. */
function sliceOf(text: string): Step | undefined {
  const found = /^(-?\d+)?(:(-?\d+)?)?(?::(-?\d+)?)?$/.exec(text)
  if (!found) return undefined
  const [, start = 0, colon, end, step = 1] = found
  return values => {
    const items: unknown[] = []
    for (const value of values) {
      if (value === null) continue
      if (!Array.isArray(value)) return undefined
      const from = fromEnd(Number(start), value.length)
      const to = colon ? fromEnd(Number(end ?? value.length), value.length) : from + 1
      // As in client-go, an empty slice ends the search.
      if (from === to) break
      if (from < 0 || from > to || to > value.length || Number(step) <= 0) return undefined
      for (let at = from; at < to; at += Number(step)) items.push(value[at])
    }
    return items
  }
}

const fromEnd = (index: number, length: number): number => (index < 0 ? index + length : index)

const membersNamed =
  (name: string): Step =>
  values =>
    values.flatMap(each => (isObject(each) && Object.hasOwn(each, name) ? [each[name]] : []))

const valuesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []

/** Parses a filter that compares items. */
function conditionOf([path = '', operator = '', double, single, plain]: readonly (
  | string
  | undefined
)[]): Step {
  const find = jsonPath(path)
  const wanted = double ?? single ?? plain ?? ''
  const passes = (item: unknown): boolean => {
    const [value] = find(item)
    return value !== undefined && holds(value, operator, wanted)
  }
  return values => (values.every(Array.isArray) ? values.flat().filter(passes) : undefined)
}

function holds(value: unknown, operator: string, wanted: string): boolean {
  if (operator === '==' || operator === '!=') return (String(value) === wanted) === (operator === '==')
  const difference = Number(value) - Number(wanted)
  if (operator.startsWith('<') ? difference < 0 : difference > 0) return true
  return operator.endsWith('=') && difference === 0
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
