import { unsupportedMediaType } from '../../status/status-errors.ts'

/** The format of an object in a body. */
export type BodyType = 'json' | 'yaml'

/** The media type in which kubectl sends objects that it creates itself. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

const ACCEPTED = ['application/json', 'application/yaml', PROTOBUF]

/** The media type of the Content-Type header, without parameters. */
export const mediaTypeOf = (request: Request): string =>
  (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? ''

/** The format of an object's body; JSON without a Content-Type. Throws a 415 for unsupported types. */
export function bodyTypeOf(request: Request): BodyType {
  switch (mediaTypeOf(request).toLowerCase()) {
    case '':
    case 'application/json':
    // `readText` converts it to JSON.
    case PROTOBUF:
      return 'json'
    case 'application/yaml':
      return 'yaml'
    default:
      throw unsupportedMediaType(ACCEPTED)
  }
}
