import { ProtocolError } from '@kube-informer/core'
import { readProtobuf } from '@kube-informer/core/protobuf'
import { readBytes } from '../../http/read-bytes.ts'
import { badRequest, requestTooLarge } from '../../status/status-errors.ts'
import { mediaTypeOf, PROTOBUF } from './media-type.ts'

/** The maximum size of a body, in bytes. */
const MAX_BYTES = 3 * 1024 * 1024

/** The body of a request as text, protobuf as JSON; throws a 413 if it is too large. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_BYTES)
  if (!bytes) throw requestTooLarge(`limit is ${MAX_BYTES}`)
  if (mediaTypeOf(request) === PROTOBUF && bytes.byteLength > 0) return protobufAsJson(bytes)
  return new TextDecoder().decode(bytes)
}

async function protobufAsJson(bytes: Uint8Array): Promise<string> {
  try {
    return JSON.stringify(await readProtobuf(bytes))
  } catch (error) {
    throw error instanceof ProtocolError ? badRequest(error.message) : error
  }
}
