import type { Collections } from './collections/collections.ts'
import { parseRead } from './http/read-target.ts'
import type { RelayMetrics } from './metrics/relay-metrics.ts'
import type { ReaderContext } from './watches/reader-context.ts'

type Answer = (request: Request, context?: ReaderContext) => Promise<Response>

/** Counts and times the responses of a relay. Their resource is named only if it is a cached one. */
export const meteredAnswers =
  (answer: Answer, metrics: RelayMetrics, collections: Collections): Answer =>
  async (request, context) => {
    const read = parseRead(request)
    const isCached = read !== undefined && collections.find(read.path) !== undefined
    const onAnswer = metrics.requested(request.method, isCached ? read.attributes : undefined)
    let code: number | undefined
    try {
      const response = await answer(request, context)
      code = response.status
      return response
    } finally {
      onAnswer(code)
    }
  }
