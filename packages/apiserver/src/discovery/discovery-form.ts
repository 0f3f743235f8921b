import { failure } from '../status/status-errors.ts'

/** How a discovery is to be answered. */
export interface DiscoveryForm {
  readonly mediaType: string
  /** All resources in one answer, instead of the older form. */
  readonly aggregated: boolean
}

/** The one type of an aggregated answer: clients compare it with this text. */
export const AGGREGATED_PARAMETERS = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

const MEDIA_TYPES = ['application/json', 'application/yaml']
const AVAILABLE = [...MEDIA_TYPES, 'application/vnd.kubernetes.protobuf'].join(', ')
const AGGREGATED = AGGREGATED_PARAMETERS.split(';')

/**
 * The first form of an Accept header that a server has; throws a 406 where it has none.
 *
 * @param hasAggregated whether the path can be answered with all resources
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
