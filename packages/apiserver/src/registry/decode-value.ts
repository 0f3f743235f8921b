import { apiVersionOf } from '@kube-informer/core'
import { isObject } from '../json/json-value.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { type AnyObject, type Fields, fieldsOf, textOf, withMetadata } from '../object/any-object.ts'
import { jsonTypeName } from '../patch/patch-errors.ts'
import { applyDefaults } from '../schema/apply-defaults.ts'
import { decode } from '../schema/decode.ts'
import { prune } from '../schema/prune.ts'
import type { Target } from './target.ts'

const TYPE_OF_TYPE = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`
const SCHEME = 'in scheme "pkg/runtime/scheme.go:111"'

/** The value is not an object of the kind. Carries the value's own type if it is known. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError'
  readonly type: { readonly kind: string; readonly version: string } | undefined

  constructor(message: string, type?: { readonly kind: string; readonly version: string }) {
    super(message)
    this.type = type
  }
}

/** A decoded object with defaults, and the paths of unknown fields. */
export interface DecodedValue {
  readonly object: AnyObject
  readonly unknownFields: readonly string[]
}

/** The origin of a value. */
export interface DecodeOptions {
  /** The text of the request body. */
  readonly text?: string | undefined
  /** A strategic merge patch or an apply, which a server decodes differently and with other messages. */
  readonly isUnstructured?: boolean | undefined
  /** An apply, which keeps nulls in custom objects. */
  readonly keepsNulls?: boolean | undefined
}

/** Decodes a JSON value as an object of the target's kind; throws an {@link UndecodableError}. */
export function decodeValue(
  value: unknown,
  target: Target,
  kinds: Kinds,
  options: DecodeOptions = {},
): DecodedValue {
  const { text } = options
  if (value !== null && !isObject(value))
    throw new UndecodableError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${TYPE_OF_TYPE}`,
    )
  const fields = value ?? {}
  // Member names in a request body are case-insensitive; the result of a patch is decoded as it is.
  const type = text === undefined ? fields : { ...fields, ...typeMembers(fields) }
  const { kind } = target
  // A server ignores the type in these and does not store it.
  if (kind.isBuiltIn && options.isUnstructured)
    return typed(saysType(fields) ? { ...fields, ...typeOfKind(kind) } : fields, target, options)
  checkTypeMembers(type)
  checkGroupVersion(textOf(type.apiVersion))
  if (kind.isBuiltIn) checkBuiltInType(type, kind, kinds)
  else if (target.schema && !textOf(fields.kind))
    throw new UndecodableError(`Object 'Kind' is missing in '${text ?? JSON.stringify(value)}'`)
  return typed(fields, target, options)
}

function typed(
  fields: Fields,
  { kind, schema, strategy }: Target,
  { isUnstructured = false, keepsNulls = false }: DecodeOptions = {},
): DecodedValue {
  const given = { ...typeOfKind(kind), ...present(fields) }
  if (!schema) return { object: given as AnyObject, unknownFields: [] }
  const { value, unknownFields, errors } = kind.isBuiltIn
    ? decode(schema, given, { isUnstructured })
    : prune(schema, fields)
  const [error] = errors
  if (error) throw new UndecodableError(error.message, typeOf(given, kind))
  const object = withEmptyManagers(value as AnyObject, fields)
  const normal = strategy.normalize?.(object) ?? object
  return { object: applyDefaults(schema, normal, { keepsNulls }) as AnyObject, unknownFields }
}

/** The decoder omits empty lists, but an empty managedFields clears all entries. */
function withEmptyManagers(object: AnyObject, { metadata }: Fields): AnyObject {
  const { managedFields } = fieldsOf(metadata)
  const isEmpty = Array.isArray(managedFields) && managedFields.length === 0
  return isEmpty ? withMetadata(object, { managedFields }) : object
}

/** Decodes a stored object again: a test may have stored an incomplete one, or a definition may have changed. */
export function typedStored(stored: AnyObject, target: Target): AnyObject {
  try {
    return typed(stored, target).object
  } catch (error) {
    if (error instanceof UndecodableError) return stored
    throw error
  }
}

const saysType = ({ kind, apiVersion }: Fields): boolean =>
  [kind, apiVersion].every(value => typeof (value ?? '') === 'string')

const typeOfKind = ({ resource }: Kind): Fields => ({
  kind: resource.kind,
  apiVersion: apiVersionOf(resource),
})

/** Removes empty type members. */
function present({ kind, apiVersion, ...rest }: Fields): Fields {
  return { ...(kind ? { kind } : {}), ...(apiVersion ? { apiVersion } : {}), ...rest }
}

const typeOf = ({ kind, apiVersion }: Fields, expected: Kind) => ({
  kind: textOf(kind) || expected.resource.kind,
  version: textOf(apiVersion).split('/').at(-1) || expected.resource.version,
})

/** The type members in any case; the last one is used. */
const typeMembers = (fields: Fields): Fields =>
  Object.fromEntries(
    ['apiVersion', 'kind'].flatMap(name => {
      const found = Object.entries(fields).findLast(([key]) => key.toLowerCase() === name.toLowerCase())
      return found ? [[name, found[1]]] : []
    }),
  )

function checkTypeMembers(fields: Fields): void {
  for (const name of ['apiVersion', 'kind'] as const) {
    const value = fields[name]
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw new UndecodableError(
        `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(value)} into Go struct field .${name} of type string`,
      )
  }
}

function checkGroupVersion(apiVersion: string): void {
  if (apiVersion.split('/').length > 2)
    throw new UndecodableError(`unexpected GroupVersion string: ${apiVersion}`)
}

function checkBuiltInType(fields: Fields, expected: Kind, kinds: Kinds): void {
  const apiVersion = textOf(fields.apiVersion) || apiVersionOf(expected.resource)
  const kind = textOf(fields.kind) || expected.resource.kind
  if (kind === expected.resource.kind && apiVersion === apiVersionOf(expected.resource)) return
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const type = { kind, version }
  const found = kinds.ofKind(group, version, kind.replace(/List$/, '')) ?? kinds.ofKind(group, version, kind)
  if (!found?.isBuiltIn)
    throw new UndecodableError(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} ${SCHEME}`,
      type,
    )
  const internal = expected.resource.group.split('.')[0] || 'core'
  throw new UndecodableError(
    `converting (${version}.${kind}) to (${internal}.${expected.resource.kind}): unknown conversion`,
    type,
  )
}
