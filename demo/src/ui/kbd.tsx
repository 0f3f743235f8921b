import type { ReactNode } from 'react'

/** Keys to press: `g p` for one after the other, `Mod+K` for both at once. */
export function Kbd({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className="keys">
      {keys.split(' ').map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice, and the list does not change
        <kbd key={at}>{displayKey(key)}</kbd>
      ))}
    </span>
  )
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
const SIGNS: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
}

/** How people write a key: `⌘K` on a Mac, `Ctrl+K` elsewhere. */
const displayKey = (key: string): string =>
  key
    .split('+')
    .map(part => SIGNS[part.toLowerCase()] ?? part)
    .join(isMac ? '' : '+')
