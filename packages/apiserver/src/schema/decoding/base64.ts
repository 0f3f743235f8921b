/** Invalid base64; the message is Go's. */
class Base64Error extends Error {
  constructor(at: number) {
    super(`illegal base64 data at input byte ${at}`)
  }
}

const ALPHABET = /[A-Za-z0-9+/]/

/** Removes the line breaks that Go accepts in base64; throws if the text is invalid. */
export function canonicalBase64(text: string): string {
  // Go's offsets include line breaks.
  const places = [...text].flatMap((character, at) => (/[\r\n]/.test(character) ? [] : [{ character, at }]))
  const body = places.findIndex(({ character }) => !ALPHABET.test(character))
  const end = body === -1 ? places.length : body
  const missing = (4 - (end % 4)) % 4
  const padding = places.slice(end)
  const wrong = padding.findIndex(({ character }, index) => character !== '=' || index >= missing)
  if (end % 4 === 1 && padding.length === 0) throw new Base64Error(end - 1)
  if (wrong !== -1 || missing === 3) throw new Base64Error(padding[Math.max(wrong, 0)]?.at ?? end)
  if (padding.length < missing) throw new Base64Error(text.length - (end % 4) - padding.length)
  return places.map(({ character }) => character).join('')
}
