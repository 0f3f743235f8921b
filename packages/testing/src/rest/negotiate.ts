import type { StatusError } from '@kube-informer/core'
import { failure } from './status.ts'

/** What an object is turned into before it is sent (meta/v1). */
export type Conversion = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** What a client accepts, and this server can send. */
export interface Negotiated {
  readonly mediaType: 'application/json' | 'application/yaml'
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
const CONVERSIONS: readonly string[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']
const VERSIONS: readonly string[] = ['v1', 'v1beta1']

/**
 * Reads an Accept header as a Kubernetes server does: the clauses in the order of their quality, of each the type
 * and the conversion; one that cannot be done is passed over. Throws a 406 where nothing is left.
 */
export function negotiate(accept: string | null, isWatch: boolean): Negotiated {
  if (!accept?.trim()) return { mediaType: JSON_TYPE, version: 'v1' }
  const clauses = clausesOf(accept)
  for (const { type, parameters } of clauses) {
    const isYaml = type === YAML_TYPE
    if (type !== JSON_TYPE && type !== '*/*' && !isYaml) continue
    const conversion = conversionOf(parameters)
    if (conversion === undefined) continue
    // A stream of YAML is not served, and what comes behind it is not tried either.
    if (isYaml && isWatch) throw cannotCarry(isWatch)
    return { mediaType: isYaml ? YAML_TYPE : JSON_TYPE, ...conversion }
  }
  const isKnown = clauses.some(({ type }) => [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE].includes(type))
  throw isKnown ? cannotCarry(isWatch) : notAcceptable()
}

function clausesOf(accept: string): readonly Clause[] {
  const clauses = accept.split(',').map(text => {
    const [type = '', ...rest] = text.split(';').map(part => part.trim())
    const parameters = new Map(rest.map(part => part.split('=', 2) as [string, string]))
    return { type: type.toLowerCase(), parameters }
  })
  return clauses.toSorted((a, b) => qualityOf(b) - qualityOf(a))
}

const qualityOf = ({ parameters }: Clause): number => Number(parameters.get('q') ?? 1)

/** None is `{}`; undefined is one that this server does not know. */
function conversionOf(
  parameters: ReadonlyMap<string, string>,
): { as?: Conversion; version: string } | undefined {
  const as = parameters.get('as')
  if (as === undefined) return { version: 'v1' }
  const version = parameters.get('v') ?? ''
  const isKnown =
    CONVERSIONS.includes(as) && parameters.get('g') === 'meta.k8s.io' && VERSIONS.includes(version)
  return isKnown ? { as: as as Conversion, version } : undefined
}

const refused = (message: string) => failure({ code: 406, reason: 'NotAcceptable', message, details: {} })

const STREAMS = [JSON_TYPE, PROTOBUF_TYPE].map(type => `${type};stream=watch`)

const notAcceptable = () =>
  refused(
    `406: Not Acceptable\n\nAvailable representations: ${[JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE, ...STREAMS].join(', ')}`,
  )

const cannotCarry = (isWatch: boolean) =>
  refused(
    `only the following media types are accepted: ${(isWatch ? STREAMS : [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE]).join(', ')}`,
  )

/** One object was asked for as a list, or a list as one object. */
export const conversionMismatch = (as: Conversion, kind: string): StatusError =>
  refused(
    as === 'PartialObjectMetadataList'
      ? `you requested PartialObjectMetadataList, but the requested object is not a list (*core.${kind})`
      : `you requested PartialObjectMetadata, but the requested object is a list (*core.${kind}List)`,
  )
