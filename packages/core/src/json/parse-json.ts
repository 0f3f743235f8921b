import { ProtocolError } from '../api/errors.ts'

/** Like `JSON.parse`, but throws a ProtocolError with the complaint and the beginning of the text. */
export function parseJson(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProtocolError(`${complaint}: ${excerpt(text)}`, { cause })
  }
}

/** Shortens long text for an error message. */
export const excerpt = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
