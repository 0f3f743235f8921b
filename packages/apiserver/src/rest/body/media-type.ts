import { unsupportedMediaType } from '../../status/status-errors.ts'

/** How the body of an object is written. */
export type BodyType = 'json' | 'yaml'

/** The form in which kubectl sends what it makes itself. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

const ACCEPTED = ['application/json', 'application/yaml', PROTOBUF]

/** What a Content-Type names, without its parameters. */
export const mediaTypeOf = (request: Request): string =>
  (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? ''

/** The type of a body that brings an object; none is JSON. Throws a 415 for what this server cannot read. */
export function bodyTypeOf(request: Request): BodyType {
  switch (mediaTypeOf(request).toLowerCase()) {
    case '':
    case 'application/json':
    // Which is JSON once it was read.
    case PROTOBUF:
      return 'json'
    case 'application/yaml':
      return 'yaml'
    default:
      throw unsupportedMediaType(ACCEPTED)
  }
}
