/** Bytes in a non-shared buffer. */
export type Bytes = Uint8Array<ArrayBuffer>

/** An encoding: bytes, or text that becomes part of larger bytes. */
export type Encoded = Bytes | string

/** Encodes a value. Its identity is the cache key: there is one encoder per form. */
export interface Encoder<S, E extends Encoded = Bytes> {
  encode(subject: S): E
}

/**
 * A value that is encoded at most once per encoder, for any number of clients. Most values have one form at a time, which
 * needs no map.
 */
export abstract class Encodable {
  #encoder: unknown
  #encoded: Encoded | undefined
  #others: Map<unknown, Encoded> | undefined

  /** The cached encoding by an encoder. Bytes are shared and must not be modified. */
  encoded<E extends Encoded>(encoder: Encoder<this, E>): E {
    // The entry of an encoder always contains its own output.
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
