import { isId, MAX_CREDIT, type Mark, type ReaderFrame, type RelayFrame } from './protocol.ts'

type Members = Readonly<Record<string, unknown>>

/** Reads a text frame of a reader; undefined if it is not one. Unknown members are ignored. */
export function readReaderFrame(text: string): ReaderFrame | undefined {
  const frame = membersOf(text)
  if (frame?.type === 'token') return isText(frame.token) ? { type: 'token', token: frame.token } : undefined
  if (frame?.type === 'mark') return markOf(frame)
  if (!frame || !isId(frame.id)) return undefined
  const { id } = frame
  if (frame.type === 'close') return { type: 'close', id }
  if (frame.type === 'credit')
    return isCredit(frame.bytes) ? { type: 'credit', id, bytes: frame.bytes } : undefined
  if (frame.type !== 'open') return undefined
  const { path, accept, credit } = frame
  if (!isText(path) || !isCredit(credit) || !(accept === undefined || isText(accept))) return undefined
  return { type: 'open', id, path, accept, credit }
}

/** Reads a text frame of a relay; undefined if it is not one. Unknown members are ignored. */
export function readRelayFrame(text: string): RelayFrame | undefined {
  const frame = membersOf(text)
  if (frame?.type === 'mark') return markOf(frame)
  if (!frame || !isId(frame.id)) return undefined
  const { type, id, status, retryAfter, body } = frame
  if (type === 'opened') return { type, id }
  if (type === 'ended') return { type, id, isBroken: frame.isBroken === true }
  if (type !== 'refused' || !Number.isInteger(status) || typeof body !== 'string') return undefined
  return { type, id, status: Number(status), body, ...(isText(retryAfter) ? { retryAfter } : {}) }
}

const markOf = ({ mark }: Members): Mark | undefined => (isText(mark) ? { type: 'mark', mark } : undefined)

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Members) : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isCredit = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_CREDIT
