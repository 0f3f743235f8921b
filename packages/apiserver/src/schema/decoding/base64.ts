/** Invalid base64; the message is Go's. */
class Base64Error extends Error {
  constructor(at: number) {
    super(`illegal base64 data at input byte ${at}`)
  }
}

const LETTER = /[A-Za-z0-9+/]/

/** A character and its offset in the text. */
interface Character {
  readonly character: string
  readonly at: number
}

/** Removes the line breaks that Go accepts in base64; throws if the text is invalid. */
export function canonicalBase64(text: string): string {
  // Go's offsets include line breaks.
  const characters = [...text].flatMap((character, at) =>
    /[\r\n]/.test(character) ? [] : [{ character, at }],
  )
  const wrong = wrongAt(characters, text.length)
  if (wrong !== undefined) throw new Base64Error(wrong)
  return characters.map(({ character }) => character).join('')
}

/** The offset that Go's decoder reports; undefined if the text is valid. */
function wrongAt(characters: readonly Character[], length: number): number | undefined {
  const end = characters.findIndex(({ character }) => !LETTER.test(character))
  const letters = end === -1 ? characters.length : end
  const [first, second, third] = characters.slice(letters)
  const rest = letters % 4
  if (!first) return rest === 0 ? undefined : length - rest
  if (first.character !== '=' || rest < 2) return first.at
  if (rest === 3) return second?.at
  if (!second) return length
  return second.character === '=' ? third?.at : second.at - 1
}
