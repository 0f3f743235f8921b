// Modules that are loaded on demand do not import the errors: bundlers would move what both they and a page import to a chunk
// that every page loads.

/** Creates an error with a message. */
export type CreateError = (message: string) => Error

let create: CreateError = message => new Error(message)

/** The error of bytes or an object that cannot be read or written: a ProtocolError. */
export const malformed = (message: string): Error => create(message)

/** Called when what reads or writes protobuf is loaded, with what creates a ProtocolError. */
export function setMalformed(createError: CreateError): void {
  create = createError
}
