/** Bytes in a buffer that is not shared. */
export type Bytes = Uint8Array<ArrayBuffer>

/** What something may be encoded as: bytes to be kept, or text that becomes a part of larger bytes. */
export type Encoded = Bytes | string

/** Encodes something. Its identity says how: there is one encoder for each form that clients may ask for. */
export interface Encoder<S, E extends Encoded = Bytes> {
  encode(subject: S): E
}

/**
 * Something that is encoded at most once for each encoder, however many clients get it. Most have one form at a time,
 * which therefore needs no map.
 */
export abstract class Encodable {
  #encoder: unknown
  #encoded: Encoded | undefined
  #others: Map<unknown, Encoded> | undefined

  /** What an encoder makes of this: from memory, if it was asked before. Bytes are shared: do not write. */
  encoded<E extends Encoded>(encoder: Encoder<this, E>): E {
    // Under an encoder is nothing but what it made.
    const known = (this.#encoder === encoder ? this.#encoded : this.#others?.get(encoder)) as E | undefined
    return known ?? this.#keep(encoder, encoder.encode(this))
  }

  /** Frees the cached encoding; the next call encodes again. */
  forgetEncodings(): void {
    this.#encoder = undefined
    this.#encoded = undefined
    this.#others = undefined
  }

  #keep<E extends Encoded>(encoder: unknown, encoded: E): E {
    if (this.#encoder === undefined) {
      this.#encoder = encoder
      this.#encoded = encoded
    } else {
      this.#others ??= new Map()
      this.#others.set(encoder, encoded)
    }
    return encoded
  }
}
