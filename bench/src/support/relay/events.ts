/** The resourceVersion of the list; each event has the next one. */
export const FIRST = 1_000_000

/** Pods that are updated in rotation. */
const PODS = 100
/** The length of each event. */
export const EVENT_BYTES = 1024

const podAt = (version: number, padding = '') => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name: `pod-${version % PODS}`.padEnd(8, 'x'),
    namespace: 'default',
    resourceVersion: String(version),
    labels: { app: 'bench' },
    annotations: { padding },
  },
})

const lineOf = (version: number, padding: string): string =>
  `${JSON.stringify({ type: 'MODIFIED', object: podAt(version, padding) })}\n`

const PADDING = 'x'.repeat(EVENT_BYTES - lineOf(FIRST, '').length)
const encoder = new TextEncoder()

/** The bytes of `count` events, as a watch sends them; the first one has the resourceVersion `version`. */
export function encodeEvents(version: number, count: number): Uint8Array<ArrayBuffer> {
  let text = ''
  for (let event = 0; event < count; event++) text += lineOf(version + event, PADDING)
  return encoder.encode(text)
}

/** The Pods before the first event. */
export const initialList = (): object => ({
  kind: 'PodList',
  apiVersion: 'v1',
  metadata: { resourceVersion: String(FIRST) },
  items: Array.from({ length: PODS }, (_, index) => podAt(FIRST - PODS + index)),
})
