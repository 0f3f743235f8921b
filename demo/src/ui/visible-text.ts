/** The control characters of ASCII have pictures: `␛` for an escape. */
const PICTURES = 0x2400
const DELETE = 0x7f

/**
 * What is not shown as it is: control characters except for tabs, line separators, characters that change the direction of a
 * text, and those without a width. Variation selectors and joiners stay, since emoji need them.
 */
export const HIDDEN =
  /[\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]|(?!\t)\p{Cc}/gu

/** A text of the cluster as it is, with a mark for each character that would hide or reorder others: `␛[31m`, `‹U+202E›`. */
export const visibleText = (text: string): string => text.replace(HIDDEN, markOf)

/** The mark of a character that is not shown as it is. */
export function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === DELETE) return '␡'
  if (code < 0x20) return String.fromCodePoint(PICTURES + code)
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
}
