import { apiVersionOf } from '@kube-informer/core'
import { compareText } from '../../json/go-order.ts'
import { JsonError, type ParsedJson, parseJson } from '../../json/json-parser.ts'
import { isObject } from '../../json/json-value.ts'
import { setMember } from '../../json/set-member.ts'
import type { Kinds } from '../../kinds/kinds.ts'
import type { AnyObject } from '../../object/any-object.ts'
import { parseYaml } from '../../patch/parse-yaml.ts'
import { customKindError } from '../../registry/custom-type.ts'
import { decodeValue, UndecodableError } from '../../registry/decode-value.ts'
import type { Target, Writing } from '../../registry/target.ts'
import { badRequest } from '../../status/status-errors.ts'
import type { BodyType } from './media-type.ts'

/** The number of bytes of a body that a message shows. */
const SHOWN_BYTES = 30
/** Go's decoder reports this many duplicate and unknown fields. */
const MAX_PROBLEMS = 100

/** Decodes the object in a body and sets its defaults; throws the 400 or 422 of a real server. */
export async function decodeBody(
  text: string,
  type: BodyType,
  target: Target,
  writing: Writing,
  kinds: Kinds,
): Promise<AnyObject> {
  const name = target.kind.resource.kind
  try {
    const parsed = await parse(text, type)
    const { object, unknownFields } = decodeValue(parsed.value, target, kinds, { text })
    checkCustom(target, object)
    judgeFields(parsed.yamlDuplicates, problemsOf(parsed, unknownFields, target), object, target, writing)
    return object
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error
    throw badRequest(
      error.type
        ? `${error.type.kind} in version ${JSON.stringify(error.type.version)} cannot be handled as a ${name}: ${error.message}`
        : `the object provided is unrecognized (must be of type ${name}): ${error.message} (${summaryOf(text)})`,
    )
  }
}

/** A parsed body. */
interface Parsed extends ParsedJson {
  /** The messages of Go's YAML reader about duplicate keys. */
  readonly yamlDuplicates: readonly string[]
}

async function parse(text: string, type: BodyType): Promise<Parsed> {
  try {
    if (type === 'json') return { ...parseJson(text), yamlDuplicates: [] }
    const { value, duplicates } = await parseYaml(text)
    return {
      value: sortedMembers(value),
      duplicates: [],
      yamlDuplicates: duplicates,
      positionOf: () => undefined,
    }
  } catch (error) {
    if (error instanceof JsonError)
      throw new UndecodableError(`couldn't get version/kind; json parse error: ${error.message}`)
    throw error instanceof SyntaxError ? new UndecodableError(error.message) : error
  }
}

/** Go converts YAML to JSON with sorted members; unknown fields are reported in this order. */
function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers)
  if (!isObject(value)) return value
  const sorted = Object.entries(value).sort(([a], [b]) => compareText(a, b))
  const copy: Record<string, unknown> = {}
  for (const [name, member] of sorted) setMember(copy, name, sortedMembers(member))
  return copy
}

/** Custom objects must specify their type, and have their own messages for it. */
function checkCustom({ kind, schema }: Target, object: AnyObject): void {
  if (kind.isBuiltIn || !schema) return
  const expected = apiVersionOf(kind.resource)
  if (object.apiVersion !== expected)
    throw badRequest(
      `the API version in the data (${object.apiVersion ?? ''}) does not match the expected API version (${expected})`,
    )
  const error = customKindError(kind, object)
  if (error) throw error
}

/** Duplicate and unknown fields; for built-in kinds in the order of the text. */
function problemsOf(
  { duplicates, positionOf }: ParsedJson,
  unknownFields: readonly string[],
  { kind }: Target,
): readonly string[] {
  const unknown = kind.isBuiltIn ? unknownFields.slice(0, MAX_PROBLEMS) : unknownFields
  const isUnknown = (path: string) => unknown.some(field => path === field || path.startsWith(`${field}.`))
  const problems = [
    ...duplicates
      .slice(0, MAX_PROBLEMS)
      .filter(path => !kind.isBuiltIn || !isUnknown(path))
      .map(path => ({ path, text: `duplicate field ${JSON.stringify(path)}` })),
    ...unknown.map(path => ({ path, text: `unknown field ${JSON.stringify(path)}` })),
  ]
  const isMixed = duplicates.length > 0 && unknown.length > 0
  if (!kind.isBuiltIn) return problems.map(problem => problem.text)
  if (isMixed) problems.sort((a, b) => (positionOf(a.path) ?? 0) - (positionOf(b.path) ?? 0))
  return problems.slice(0, MAX_PROBLEMS).map(problem => problem.text)
}

function judgeFields(
  yamlDuplicates: readonly string[],
  problems: readonly string[],
  { kind, apiVersion = '' }: AnyObject,
  target: Target,
  { fieldValidation, warn }: Writing,
): void {
  if (yamlDuplicates.length + problems.length === 0 || fieldValidation === 'Ignore') return
  if (fieldValidation === 'Strict')
    throw new UndecodableError(
      `strict decoding error: ${[...yamlErrors(yamlDuplicates), ...problems].join(', ')}`,
      {
        kind: kind ?? target.kind.resource.kind,
        version: apiVersion.split('/').at(-1) ?? '',
      },
    )
  for (const problem of [...yamlDuplicates, ...problems]) warn(problem)
}

const yamlErrors = (lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`yaml: unmarshal errors:${lines.map(line => `\n  ${line}`).join('')}`] : []

/** The start of a body as messages show it: as text if it looks like JSON, otherwise in hexadecimal digits. */
function summaryOf(text: string): string {
  if (text === '') return '<empty>'
  const bytes = new TextEncoder().encode(text)
  const end = bytes.length > SHOWN_BYTES ? ' ...' : ''
  const shown = bytes.subarray(0, SHOWN_BYTES)
  if (text.startsWith('{')) return new TextDecoder().decode(shown) + end
  return Array.from(shown, byte => byte.toString(16).padStart(2, '0')).join('') + end
}
