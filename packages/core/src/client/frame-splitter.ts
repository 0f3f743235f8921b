import { ProtocolError } from '../api/errors.ts'

/** The largest frame that is accepted, in characters. etcd's objects end at 1.5 MB, so this is generous. */
const MAX_FRAME_LENGTH: number = 64 * 1024 * 1024

/**
 * Splits a watch stream into its frames: one JSON object a line. Linear in the text, whatever the chunking:
 * an unfinished line is kept in pieces and joined once. A last line without its newline was cut off and is
 * never delivered.
 */
export class FrameSplitter {
  #pieces: string[] = []
  #length = 0
  readonly #maxLength: number

  constructor(maxLength: number = MAX_FRAME_LENGTH) {
    this.#maxLength = maxLength
  }

  /** Takes the next chunk; answers the complete frames. Throws a ProtocolError when a frame is too long. */
  push(chunk: string): string[] {
    const newline = chunk.indexOf('\n')
    if (newline === -1) {
      this.#keep(chunk)
      return []
    }
    const lines = chunk.split('\n')
    const rest = lines.pop() ?? ''
    if (this.#length > 0) {
      this.#pieces.push(lines[0] ?? '')
      lines[0] = this.#pieces.join('')
      this.#pieces = []
      this.#length = 0
    }
    this.#keep(rest)
    return lines.filter(line => line.trim() !== '')
  }

  #keep(piece: string): void {
    if (piece === '') return
    this.#length += piece.length
    if (this.#length > this.#maxLength) {
      throw new ProtocolError(`a watch event is longer than ${this.#maxLength} characters`)
    }
    this.#pieces.push(piece)
  }
}
