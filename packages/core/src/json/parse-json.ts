import { ProtocolError } from '../api/errors.ts'

/**
 * Like `JSON.parse`, but throws a ProtocolError with the complaint, the length of the text, and the offset of the error if
 * the engine reports it. Engines quote the text in their messages, and it may be that of a Secret.
 */
export function parseJson(
  text: string,
  complaint: string,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    // Behind the last quotation.
    const offset = / at position (\d+)[^"']*$/.exec(String(error))?.[1]
    throw new ProtocolError(
      `${complaint} (${offset === undefined ? '' : `offset ${offset} of `}${text.length} characters)`,
    )
  }
}
