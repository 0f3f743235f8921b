/** What UTF-16 and UTF-8 sort differently: surrogates, and the characters of the plane behind them. */
const SORTED_OTHERWISE = /[\ud800-\uffff]/
const EACH_OTHERWISE = /[\ud800-\uffff]/g

/** A key, or a part of one, as it is stored. Moves surrogates behind U+FFFF, so that JavaScript's order of strings is the order of their UTF-8 bytes. */
export function byteOrdered(text: string): string {
  if (!SORTED_OTHERWISE.test(text)) return text
  return text.replace(EACH_OTHERWISE, character => {
    const unit = character.charCodeAt(0)
    return String.fromCharCode(unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)
  })
}

/**
 * What an object is stored under, and sorted by: the bytes of namespace, slash and name, so that namespace `foo-bar`
 * comes before `foo` (`-` is less than `/`).
 */
export const storageKey = (namespace: string, name: string): string =>
  byteOrdered(namespace === '' ? name : `${namespace}/${name}`)

/** The start of every key of a namespace; "" for all namespaces. */
export const keyPrefix = (namespace: string): string => (namespace === '' ? '' : `${byteOrdered(namespace)}/`)
