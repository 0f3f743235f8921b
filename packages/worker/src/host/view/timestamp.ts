/** RFC 3339, as Kubernetes' Time and MicroTime. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/**
 * The time of an RFC 3339 timestamp in ms since 1970, with the microseconds as a fraction. Undefined for any other value.
 */
export function parseTimestamp(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value) : null
  if (!parts) return undefined
  const [, time = '', fraction = '', zone = ''] = parts
  // Engines read three digits of a fraction.
  const ms = Date.parse(`${time}${zone}`.toUpperCase())
  return Number.isNaN(ms) ? undefined : ms + Number(`0${fraction}`) * 1000
}
