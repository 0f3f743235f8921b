import { goSyntax, goType, goValue } from '../json/go-print.ts'
import { isObject } from '../json/json-value.ts'
import { ItemError, itemElement } from './list-items.ts'
import { fieldElement, type PathElement, showElement } from './path-element.ts'
import { TypedValueError, type TypeProblem } from './type-error.ts'
import { type ListType, type MapType, type ScalarKind, shapeOf, type ValueType } from './value-type.ts'

/**
 * Throws a TypedValueError unless the value matches its type: no undeclared members, no wrong types and, unless they
 * are allowed, no duplicate list items.
 */
export function checkTyped(
  value: unknown,
  type: ValueType,
  { allowDuplicates = false }: { readonly allowDuplicates?: boolean } = {},
): void {
  const problems = problemsOf(value, type, allowDuplicates)
  if (problems.length > 0) throw new TypedValueError(problems)
}

function problemsOf(value: unknown, type: ValueType, allowDuplicates: boolean): TypeProblem[] {
  const shape = shapeOf(type, value)
  switch (shape.kind) {
    case 'map':
      return mapProblems(value, shape.map, allowDuplicates)
    case 'list':
      return listProblems(value, shape.list, allowDuplicates)
    case 'scalar':
      return problem(scalarProblem(value, shape.scalar))
  }
}

const problem = (message: string | undefined): TypeProblem[] =>
  message === undefined ? [] : [{ path: '', message }]

const below = (element: PathElement, problems: readonly TypeProblem[]): TypeProblem[] =>
  problems.map(({ path, message }) => ({ path: showElement(element) + path, message }))

/** Only the first undeclared member is reported, and nothing after it. */
function mapProblems(value: unknown, map: MapType, allowDuplicates: boolean): TypeProblem[] {
  if (value === null) return []
  if (!isObject(value)) return problem(`expected map, got &{${goValue(value)}}`)
  const problems: TypeProblem[] = []
  for (const [name, item] of Object.entries(value)) {
    const type = map.member(name)
    if (!type) return [...problems, { path: `.${name}`, message: 'field not declared in schema' }]
    problems.push(...below(fieldElement(name), problemsOf(item, type, allowDuplicates)))
  }
  return problems
}

function listProblems(value: unknown, list: ListType, allowDuplicates: boolean): TypeProblem[] {
  if (value === null) return []
  if (!Array.isArray(value)) return problem(`expected list, got &{${goValue(value)}}`)
  const problems: TypeProblem[] = []
  const seen = new Set<PathElement>()
  for (const [index, item] of value.entries()) {
    const element = list.isAtomic ? `i:${index}` : tryElement(list, item)
    if (element instanceof ItemError) return [...problems, ...problem(`element ${index}: ${element.message}`)]
    if (seen.has(element) && !allowDuplicates)
      problems.push(...problem(`duplicate entries for key ${showElement(element)}`))
    seen.add(element)
    problems.push(...below(element, problemsOf(item, list.items, allowDuplicates)))
  }
  return problems
}

function tryElement(list: ListType, item: unknown): PathElement | ItemError {
  try {
    return itemElement(list, item)
  } catch (error) {
    if (error instanceof ItemError) return error
    throw error
  }
}

/** The problem of a scalar, as the server prints it, with Go's wrapper around the value. */
function scalarProblem(value: unknown, kind: ScalarKind): string | undefined {
  if (value === null) return undefined
  switch (kind) {
    case 'numeric':
      return typeof value === 'number' ? undefined : `expected numeric (int or float), got ${goType(value)}`
    case 'string':
      return typeof value === 'string'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`
    case 'untyped':
      return typeof value === 'object' ? `expected any scalar, got &{${goValue(value)}}` : undefined
  }
}
