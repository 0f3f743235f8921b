import type { Difference } from './difference.ts'
import type { Json } from './json.ts'
import type { Sequence, Step } from './step.ts'

/** A request with a difference between the responses that is not listed. */
export interface Finding {
  readonly sequence: Sequence
  /** The number of the step; watches are numbered after the steps. */
  readonly place: number
  /** The steps up to and including this one. */
  readonly steps: readonly Step[]
  readonly differences: readonly Difference[]
}

/** Identifies findings with the same cause: the kind of request, and the location and kind of the difference. */
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

/** Removes names and numbers from a message. */
function generalized(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/\d+/g, '#')
    .slice(0, 160)
}
