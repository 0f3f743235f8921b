import type { JSONSchema, KindSchema } from '@kube-informer/core/openapi'
import { readYaml, scalarValue } from '@kube-informer/core/yaml'
import * as yaml from 'yaml'
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml'
import { resolved, schemaOf, typeText } from './schema-at.ts'

/** A mistake in a text, at offsets of it. */
export interface Mistake {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** The mistakes of a YAML text: of its syntax, and with a schema the fields and types that the server would not accept. */
export function mistakesOf(text: string, schema: KindSchema | undefined): readonly Mistake[] {
  const [document, second] = readYaml(yaml, text)
  if (document === undefined) return []
  const { problems, contents, start } = document
  if (problems.length > 0)
    return problems.map(({ offset = start, end = offset, message }) => mistake(offset, end, message))
  if (second) return [mistake(second.start, second.start, 'a second document: the text is one object')]
  if (schema === undefined || contents === null) return []
  return [...mistakesIn(contents, resolved(schema, schema), schema)]
}

/** Marks at least one character, so that it can be seen. */
const mistake = (from: number, to: number, message: string): Mistake => ({
  from,
  to: Math.max(to, from + 1),
  severity: 'error',
  message,
})

function* mistakesIn(node: Node | null, schema: JSONSchema, root: KindSchema): Generator<Mistake> {
  if (node === null || isAlias(node)) return
  const expected = typeMistake(node, schema, root)
  if (expected !== undefined) yield at(node, 'error', expected)
  else if (isMap(node)) yield* mistakesOfMap(node.items as Pair<Node, Node | null>[], node, schema, root)
  else if (isSeq(node)) {
    const items = schemaOf(schema, 0, root)
    if (items) for (const item of node.items as Node[]) yield* mistakesIn(item, items, root)
  } else if (isScalar(node)) yield* mistakesOfScalar(node, schema)
}

function* mistakesOfScalar(node: Scalar, { enum: values }: JSONSchema): Generator<Mistake> {
  const value = scalarValue(node)
  if (values && value !== null && !values.includes(value))
    yield at(node, 'error', `${JSON.stringify(value)} is none of ${values.join(', ')}`)
}

function* mistakesOfMap(
  pairs: readonly Pair<Node, Node | null>[],
  map: Node,
  schema: JSONSchema,
  root: KindSchema,
): Generator<Mistake> {
  const names = new Set<string>()
  for (const { key, value } of pairs) {
    const name = isScalar(key) ? String(scalarValue(key)) : ''
    names.add(name)
    const member = schemaOf(schema, name, root)
    if (member) yield* mistakesIn(value, member, root)
    else if (schema.properties && !schema['x-kubernetes-preserve-unknown-fields'])
      yield at(key, 'warning', `unknown field ${JSON.stringify(name)}: the server drops it`)
  }
  const missing = (schema.required ?? []).filter(name => !names.has(name))
  if (missing.length > 0) yield at(map, 'warning', `${missing.join(', ')} missing`, 1)
}

/** What the value should be instead; undefined if it fits, or is null, which the server takes for an absent field. */
function typeMistake(node: Node, schema: JSONSchema, root: KindSchema): string | undefined {
  const actual = typeOf(node)
  if (actual === 'null' || schema['x-kubernetes-int-or-string']) return undefined
  const { type } = schema
  const isRight = type === undefined || type === actual || (type === 'number' && actual === 'integer')
  return isRight ? undefined : `expected ${typeText(schema, root)}, got ${actual}`
}

function typeOf(node: Node): string {
  if (isMap(node)) return 'object'
  if (isSeq(node)) return 'array'
  const value = isScalar(node) ? scalarValue(node) : null
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** @param length limits the marked text */
function at(node: Node, severity: Mistake['severity'], message: string, length?: number): Mistake {
  const [from = 0, to = 0] = node.range ?? []
  return { from, to: length === undefined ? to : Math.min(to, from + length), severity, message }
}
