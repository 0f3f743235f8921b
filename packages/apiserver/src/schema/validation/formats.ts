import { parseUrl } from '@kube-informer/core/internal'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const DURATION =
  /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)\s*(?:ns|us|µs|ms|s|m|h|d|w)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))*$/

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

const isIPv6 = (text: string): boolean => text.includes(':') && parseUrl(`http://[${text}]/`) !== undefined

const TESTS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': text => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  date: text => !Number.isNaN(Date.parse(text)) && isDate(text),
  duration: text => DURATION.test(text),
  email: text => /^[^\s@]+@[^\s@]+$/.test(text),
  hostname: text => /^(?=.{1,255}$)[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(text),
  ipv4: text => IPV4.test(text),
  ipv6: isIPv6,
  ip: text => IPV4.test(text) || isIPv6(text),
  uri: text => /^(?:[a-z][a-z0-9+.-]*:|\/)\S*$/i.test(text),
  uuid: text => UUID.test(text),
  uuid3: text => UUID.test(text),
  uuid4: text => UUID.test(text),
  uuid5: text => UUID.test(text),
  byte: text => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  cidr: text => /^[0-9a-fA-F.:]+\/\d{1,3}$/.test(text),
  mac: text => /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i.test(text),
}

/** Whether a server validates a format. */
export const isFormat = (format: string): boolean => Object.hasOwn(TESTS, format)

/** Whether a string matches an OpenAPI format; unknown formats match nothing. */
export const hasFormat = (format: string, text: string): boolean => TESTS[format]?.(text) ?? true
