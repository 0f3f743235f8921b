import type { StatusError } from '@kube-informer/core'
import type { ServedKind } from '../../api/served-kind.ts'
import { internalError, notAcceptable } from '../../api/status-errors.ts'

/** A conversion of objects before they are sent (meta/v1). */
export type Conversion = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** Supported media types. YAML responses contain JSON, which is valid YAML. */
export type MediaType = 'application/json' | 'application/yaml'

/** The type of a response: one object, a list, or a watch. */
export type AnswerType = 'object' | 'list' | 'watch'

/** The negotiated representation. */
export interface Negotiated {
  readonly mediaType: MediaType
  readonly as?: Conversion
  /** The version of the conversion: `v1` or `v1beta1`. */
  readonly version: string
}

interface Clause {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

const JSON_TYPE = 'application/json'
const YAML_TYPE = 'application/yaml'
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf'
const VERSIONS: readonly string[] = ['v1', 'v1beta1']

const isConversion = (as: string): as is Conversion =>
  as === 'Table' || as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList'

/**
 * Negotiates an Accept header as a Kubernetes server does: the first supported clause applies, in order of quality.
 * Throws a 406 if no clause is supported.
 *
 * @param hasTable whether there is a Table of it
 */
export function negotiate(
  accept: string | null,
  answer: AnswerType,
  isBuiltIn = true,
  hasTable = true,
): Negotiated {
  if (!accept?.trim()) return { mediaType: JSON_TYPE, version: 'v1' }
  const clauses = clausesOf(accept)
  for (const { type, parameters } of clauses) {
    const mediaType = servedType(type)
    const conversion = mediaType && conversionOf(parameters)
    if (!mediaType || !conversion || (conversion.as === 'Table' && !hasTable)) continue
    // YAML watches are not supported, and later clauses are not tried.
    if (mediaType === YAML_TYPE && answer === 'watch') throw cannotCarry(STREAMS)
    return { mediaType, ...conversion }
  }
  const isKnown = clauses.some(({ type }) => servedType(type) !== undefined || type === PROTOBUF_TYPE)
  // Custom resources have a single message for all cases.
  if (!isBuiltIn) throw cannotCarry(WHOLE)
  throw isKnown ? cannotCarry(answer === 'watch' ? STREAMS : WHOLE) : unknownTypes(answer)
}

/**
 * Whether a server that also has protobuf sends it: the Accept header for the same answer as JSON, or undefined if another
 * type takes precedence. A Table is never protobuf, and metadata always can be.
 *
 * @param hasProtobuf whether the whole objects can be
 */
export function jsonInsteadOfProtobuf(accept: string | null, hasProtobuf: boolean): string | undefined {
  for (const { type, parameters } of clausesOf(accept ?? '')) {
    const conversion = conversionOf(parameters)
    if (!conversion) continue
    const { as, version } = conversion
    if (servedType(type)) return undefined
    const isServed = as === undefined ? hasProtobuf : as !== 'Table'
    if (type === PROTOBUF_TYPE && isServed)
      return as === undefined ? JSON_TYPE : `${JSON_TYPE};as=${as};g=meta.k8s.io;v=${version}`
  }
  return undefined
}

/** Whether a Status is answered in protobuf: the first known clause that asks for no conversion is protobuf, whatever is served. */
export function errorsAreProtobuf(accept: string | null): boolean {
  const known = clausesOf(accept ?? '').find(
    ({ type, parameters }) =>
      !parameters.has('as') && (type === PROTOBUF_TYPE || servedType(type) !== undefined),
  )
  return known?.type === PROTOBUF_TYPE
}

/** The media type of an error response: the first known one, even if its clause is otherwise invalid. */
export function errorMediaType(accept: string | null): MediaType {
  for (const { type } of clausesOf(accept ?? '')) {
    const mediaType = servedType(type)
    if (mediaType) return mediaType
  }
  return JSON_TYPE
}

const servedType = (type: string): MediaType | undefined =>
  type === JSON_TYPE || type === '*/*' ? JSON_TYPE : type === YAML_TYPE ? YAML_TYPE : undefined

function clausesOf(accept: string): readonly Clause[] {
  const clauses = accept.split(',').map((text): Clause => {
    const [type = '', ...rest] = text.split(';').map(part => part.trim())
    const parameters = new Map(rest.map(part => splitAt(part, '=')))
    return { type: type.toLowerCase(), parameters }
  })
  for (let end = 1; end < clauses.length; end++)
    for (let at = end; at > 0 && takesPrecedence(clauses[at], clauses[at - 1]); at--)
      clauses.splice(at - 1, 2, ...clauses.slice(at - 1, at + 1).toReversed())
  return clauses
}

/**
 * Go's order (munnerz/goautoneg), which contradicts itself for a wildcard of a higher quality: the result depends on the
 * order of the header, and on Go's insertion sort.
 */
function takesPrecedence(a: Clause | undefined, b: Clause | undefined): boolean {
  if (!a || !b) return false
  if (qualityOf(a) > qualityOf(b)) return true
  return (
    (!a.type.startsWith('*') && b.type.startsWith('*')) || (!a.type.endsWith('*') && b.type.endsWith('*'))
  )
}

function splitAt(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + mark.length)]
}

function qualityOf({ parameters }: Clause): number {
  const quality = Number(parameters.get('q') ?? 1)
  // As Go's ParseFloat.
  return Number.isNaN(quality) ? 0 : quality
}

/** The conversion of a clause: `{}` if it has none, undefined if it is unknown. */
function conversionOf(
  parameters: ReadonlyMap<string, string>,
): { as?: Conversion; version: string } | undefined {
  const as = parameters.get('as')
  if (as === undefined) return { version: 'v1' }
  const version = parameters.get('v') ?? ''
  const isKnown = parameters.get('g') === 'meta.k8s.io' && VERSIONS.includes(version)
  return isKnown && isConversion(as) ? { as, version } : undefined
}

const STREAMS = [JSON_TYPE, PROTOBUF_TYPE].map(type => `${type};stream=watch`)

const WHOLE = [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE]

/** The message for a collection includes the stream types, even if no watch was requested. */
const unknownTypes = (answer: AnswerType) =>
  notAcceptable(
    `406: Not Acceptable\n\nAvailable representations: ${(answer === 'object' ? WHOLE : [...WHOLE, ...STREAMS]).join(', ')}`,
    {},
  )

const cannotCarry = (types: readonly string[]) =>
  notAcceptable(`only the following media types are accepted: ${types.join(', ')}`)

/** The error for an object requested in list form, or a list requested in object form. */
export function conversionMismatch(as: Conversion, kind: ServedKind): StatusError {
  if (as === 'PartialObjectMetadataList' && !kind.isBuiltIn) return internalError('content is not a list')
  const type = goTypeOf(kind)
  return notAcceptable(
    as === 'PartialObjectMetadataList'
      ? `you requested PartialObjectMetadataList, but the requested object is not a list (${type})`
      : `you requested PartialObjectMetadata, but the requested object is a list (${type}List)`,
  )
}

/** The Go type name, as it appears in the server's messages. */
function goTypeOf({ isBuiltIn, resource: { group, kind } }: ServedKind): string {
  if (!isBuiltIn) return '*unstructured.Unstructured'
  const [name = ''] = group.split('.')
  return `*${name === '' || name === 'events' ? 'core' : name}.${kind}`
}
