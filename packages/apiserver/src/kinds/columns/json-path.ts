import { isObject } from '../../json/json-value.ts'

type Step = (values: readonly unknown[]) => readonly unknown[]

/** One step of a path: `.name`, `['name']`, `[0]`, `[*]`, `.*`, `[?(@.type=="Ready")]`. */
const STEP =
  /\.\*|\.((?:\\.|[^.[\\])+)|\[\*\]|\[(-?\d+)\]|\['((?:[^'\\]|\\.)+)'\]|\["((?:[^"\\]|\\.)+)"\]|\[\?\(@((?:\.(?:\\.|[^.[\\=!<>\s)])+)+)\s*(==|!=|<=|>=|<|>)\s*(?:"([^"]*)"|'([^']*)'|([^\s)]+))\s*\)\]/y

/**
 * A JSONPath as the columns of CustomResourceDefinitions have it, without functions and unions. A path that is none
 * finds nothing.
 */
export function jsonPath(path: string): (object: unknown) => readonly unknown[] {
  const steps = parse(path)
  return object => (steps ? steps.reduce<readonly unknown[]>((values, step) => step(values), [object]) : [])
}

function parse(path: string): readonly Step[] | undefined {
  // Of its own: the path in a condition is parsed in between.
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

/** Keeps the items of which a comparison holds. */
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
