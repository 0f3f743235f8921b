import { ProtocolError } from '../api/errors.ts'
import { MAX_DOCUMENT_LENGTH, sayingWhat } from './transport/answer.ts'
import { readText } from './transport/read-text.ts'

/**
 * Reads a response that is one JSON object of at most 64 MiB, whatever its content type: servers send the index of the
 * OpenAPI documents as text.
 */
export async function readDocument<T extends object>(response: Response, what: string): Promise<T> {
  const { text } = await sayingWhat(readText(response.body, MAX_DOCUMENT_LENGTH), what)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Reported below.
  }
  throw new ProtocolError(
    `${what}: expected JSON of at most ${MAX_DOCUMENT_LENGTH} bytes: check that baseUrl is the root of an apiserver`,
  )
}
