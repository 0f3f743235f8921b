import type { Difference } from './difference.ts'
import type { Json } from './json.ts'
import type { Sequence, Step } from './step.ts'

/** A request that the servers answered differently, in a way that is not listed. */
export interface Finding {
  readonly sequence: Sequence
  /** The number of the step; watches come behind the steps. */
  readonly place: number
  /** What came before it, and itself. */
  readonly steps: readonly Step[]
  readonly differences: readonly Difference[]
}

/** What makes two findings one: the kind of request, and what differs in which place. */
export function signatureOf({ differences }: Pick<Finding, 'differences'>): string {
  const [first] = differences
  if (!first) return ''
  const { what, statuses, place, real, fake } = first
  const isText = place.endsWith('message') || place === 'status' || place.startsWith('warnings')
  const values = isText ? [generalized(real), generalized(fake)] : []
  return [what, statuses.join('/'), placeOf(place), ...values].join(' | ')
}

function placeOf(place: string): string {
  return place.replaceAll(/\[\d+\]/g, '[]').replace(/(fieldsV1).*/, '$1')
}

/** A message without what is particular to it. */
function generalized(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/\d+/g, '#')
    .slice(0, 160)
}
