import { CLOSE } from './protocol.ts'

/** A reader violates the protocol, so its socket is closed. */
export class SocketFault extends Error {
  override readonly name = 'SocketFault'
  /** The close code. */
  readonly code: number

  constructor(reason: string, code: number = CLOSE.BAD_FRAME) {
    super(reason)
    this.code = code
  }
}
