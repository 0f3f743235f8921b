import { failure } from '../status/status-errors.ts'

/** The negotiated form of a discovery response. */
export interface DiscoveryForm {
  readonly mediaType: string
  /** All resources in one response instead of the older form. */
  readonly aggregated: boolean
}

/** The media type parameters of an aggregated response; clients compare this text. */
export const AGGREGATED_PARAMETERS = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

const MEDIA_TYPES = ['application/json', 'application/yaml']
const AVAILABLE = [...MEDIA_TYPES, 'application/vnd.kubernetes.protobuf'].join(', ')
const AGGREGATED = AGGREGATED_PARAMETERS.split(';')

/**
 * The first supported form of an Accept header; throws a 406 if there is none.
 *
 * @param hasAggregated whether the path has an aggregated form
 */
export function discoveryForm(accept: string | null, hasAggregated: boolean): DiscoveryForm {
  const clauses = (accept?.trim() ? accept : '*/*').split(',').map(readClause)
  for (const { mediaType, parameters } of clauses) {
    if (mediaType === undefined) continue
    if (!parameters.some(parameter => parameter.startsWith('as='))) return { mediaType, aggregated: false }
    const asks = AGGREGATED.every(parameter => parameters.includes(parameter))
    if (asks && hasAggregated) return { mediaType, aggregated: true }
  }
  throw clauses.some(({ mediaType }) => mediaType !== undefined) ? cannotCarry() : notAcceptable()
}

function readClause(text: string): { mediaType: string | undefined; parameters: readonly string[] } {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim())
  const mediaType = type === '*/*' ? 'application/json' : MEDIA_TYPES.find(known => known === type)
  return { mediaType, parameters }
}

const notAcceptable = () =>
  failure({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${AVAILABLE}`,
    details: {},
  })

const cannotCarry = () =>
  failure({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${AVAILABLE}`,
  })
