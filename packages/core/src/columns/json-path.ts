type Step = (values: readonly unknown[]) => readonly unknown[]

/** One step of a path: `.name`, `['name']`, `[0]`, `[*]`, `.*`, `[?(@.type=="Ready")]`. */
const STEP =
  /\.\*|\.((?:\\.|[^.[\\])+)|\[\*\]|\[(-?\d+)\]|\['((?:[^'\\]|\\.)+)'\]|\["((?:[^"\\]|\\.)+)"\]|\[\?\(@((?:\.(?:\\.|[^.[\\=!<>\s)])+)+)\s*(==|!=|<=|>=|<|>)\s*(?:"([^"]*)"|'([^']*)'|([^\s)]+))\s*\)\]/y

/**
 * Compiles a JSONPath as used in CustomResourceDefinitions, without functions and unions. An invalid path finds
 * nothing.
 */
export function jsonPath(path: string): (object: unknown) => readonly unknown[] {
  const steps = parse(path)
  return object => (steps ? steps.reduce<readonly unknown[]>((values, step) => step(values), [object]) : [])
}

function parse(path: string): readonly Step[] | undefined {
  // A separate RegExp, since the path in a filter is parsed in between.
  const step = new RegExp(STEP)
  const steps: Step[] = []
  while (step.lastIndex < path.length) {
    const found = step.exec(path)
    if (!found) return undefined
    steps.push(stepOf(found))
  }
  return steps
}

function stepOf([text, name, index, single, double, ...condition]: RegExpExecArray): Step {
  const member = name ?? single ?? double
  if (member !== undefined) return membersNamed(member.replace(/\\(.)/g, '$1'))
  if (index !== undefined) return values => values.flatMap(each => itemAt(each, Number(index)))
  if (text === '[*]' || text === '.*') return values => values.flatMap(valuesOf)
  return conditionOf(condition)
}

const membersNamed =
  (name: string): Step =>
  values =>
    values.flatMap(each => (isObject(each) && Object.hasOwn(each, name) ? [each[name]] : []))

const itemAt = (value: unknown, index: number): readonly unknown[] =>
  Array.isArray(value) && value.at(index) !== undefined ? [value.at(index)] : []

const valuesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []

/** Parses a filter that compares items. */
function conditionOf([path = '', operator = '', double, single, plain]: readonly (
  | string
  | undefined
)[]): Step {
  const find = jsonPath(path)
  const wanted = double ?? single ?? plain ?? ''
  return values =>
    values.flatMap(valuesOf).filter(item => {
      const [value] = find(item)
      return value !== undefined && holds(value, operator, wanted)
    })
}

function holds(value: unknown, operator: string, wanted: string): boolean {
  if (operator === '==' || operator === '!=') return (String(value) === wanted) === (operator === '==')
  const difference = Number(value) - Number(wanted)
  if (operator.startsWith('<') ? difference < 0 : difference > 0) return true
  return operator.endsWith('=') && difference === 0
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
