const BLOCK_BYTES = 64

type State = [number, number, number, number, number, number, number, number]

/** The fractional parts of a root of the first primes, as 32-bit integers (FIPS 180-4). */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++)
    if (primes.every(prime => number % prime !== 0)) primes.push(number)
  return Uint32Array.from(primes, prime => (root(prime) % 1) * 2 ** 32)
}

const INITIAL = fractions(8, Math.sqrt)
const ROUND = fractions(64, Math.cbrt)

const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/**
 * The SHA-256 of a text, in hexadecimal digits. Synchronous: `crypto.subtle` takes longer for short texts, and its result
 * arrives in another task.
 */
export function sha256(text: string): string {
  const state = INITIAL.slice()
  const words = new Uint32Array(64)
  const view = padded(new TextEncoder().encode(text))
  for (let at = 0; at < view.byteLength; at += BLOCK_BYTES) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(at + 4 * index)
    expand(words)
    compress(state, words)
  }
  return Array.from(state, word => word.toString(16).padStart(8, '0')).join('')
}

/** The bytes, a 1 bit, zeros, and the length in bits, as whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES
  const whole = new Uint8Array(length)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(length - 8, Math.floor((bytes.length * 8) / 2 ** 32))
  view.setUint32(length - 4, bytes.length * 8)
  return view
}

function expand(words: Uint32Array): void {
  const at = (index: number) => words[index] as number
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(index - 15), at(index - 2)]
    const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[index] = at(index - 16) + small + at(index - 7) + large
  }
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = [...state] as State
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + sum + choice + (ROUND[index] as number) + (words[index] as number)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (state[index] as number) + word
}
