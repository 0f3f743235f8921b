import { useEffect } from 'react'
import { replayHeldKeys } from '../ui/held-keys.ts'
import { type ShellKeys, useShellHotkeys } from './hotkeys.ts'

/** The keys of the console, in a chunk of its own: they are not needed for the first rows. */
export function ShellHotkeys(keys: ShellKeys): null {
  useShellHotkeys(keys)
  useEffect(replayHeldKeys, [])
  return null
}
