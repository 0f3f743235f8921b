/** Characters that UTF-16 and UTF-8 sort differently: surrogates, and the ones after them. */
const SORTED_OTHERWISE = /[\ud800-\uffff]/
const EACH_OTHERWISE = /[\ud800-\uffff]/g

/** Encodes a key or a part of it. Moves surrogates after U+FFFF, so that JavaScript's string order is the UTF-8 order. */
export function byteOrdered(text: string): string {
  if (!SORTED_OTHERWISE.test(text)) return text
  return text.replace(EACH_OTHERWISE, character => {
    const unit = character.charCodeAt(0)
    return String.fromCharCode(unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)
  })
}

/**
 * The storage and sort key of an object: the bytes of namespace, slash and name, so that namespace `foo-bar` precedes
 * `foo` (`-` is less than `/`).
 */
export const storageKey = (namespace: string, name: string): string =>
  byteOrdered(namespace === '' ? name : `${namespace}/${name}`)

/** The start of every key of a namespace; "" for all namespaces. */
export const keyPrefix = (namespace: string): string => (namespace === '' ? '' : `${byteOrdered(namespace)}/`)
