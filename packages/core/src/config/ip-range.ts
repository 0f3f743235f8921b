import { parseUrl } from '../api/parse-url.ts'

/** Addresses with a common prefix. An IPv4 address is its IPv4-mapped IPv6 address, as in Go. */
export interface IpRange {
  readonly address: bigint
  /** The length of the prefix, up to 128. */
  readonly bits: number
}

const ALL_BITS = 128
const MAPPED_BITS = 96
const MAPPED = 0xffff_0000_0000n
const OCTET = '(?:0|[1-9]\\d{0,2})'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

/** Parses an address; undefined if it is none. */
export function parseIp(text: string): IpRange | undefined {
  const address = IPV4.test(text) ? ipv4(text) : text.includes(':') ? ipv6(text) : undefined
  return address === undefined ? undefined : { address, bits: ALL_BITS }
}

/** Parses an address with the length of its prefix, as in `10.0.0.0/8`; undefined if it is none. */
export function parseCidr(text: string): IpRange | undefined {
  const [, base = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const ip = parseIp(base)
  const bits = Number(length) + (IPV4.test(base) ? MAPPED_BITS : 0)
  return ip && bits <= ALL_BITS ? { address: ip.address, bits } : undefined
}

/** Whether all of one range is in another. */
export function contains(range: IpRange, { address, bits }: IpRange): boolean {
  const rest = BigInt(ALL_BITS - range.bits)
  return bits >= range.bits && range.address >> rest === address >> rest
}

function ipv4(text: string): bigint | undefined {
  const octets = text.split('.').map(Number)
  if (octets.some(octet => octet > 0xff)) return undefined
  return octets.reduce((value, octet) => value * 256n + BigInt(octet), 0n) + MAPPED
}

/** The URL parser validates the address and writes it in its shortest form. */
function ipv6(text: string): bigint | undefined {
  const url = parseUrl(`http://[${text}]`)
  if (!url) return undefined
  const [before = '', after] = url.hostname.slice(1, -1).split('::')
  const head = groupsOf(before)
  const tail = groupsOf(after ?? '')
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0n)
  return [...head, ...zeros, ...tail].reduce((value, group) => value * 0x1_0000n + group, 0n)
}

const groupsOf = (text: string): readonly bigint[] =>
  text === '' ? [] : text.split(':').map(group => BigInt(`0x${group}`))
