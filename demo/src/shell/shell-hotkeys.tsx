import { type ShellKeys, useShellHotkeys } from './hotkeys.ts'

/** The keys of the console, in a chunk of its own: they are not needed for the first rows. */
export function ShellHotkeys(keys: ShellKeys): null {
  useShellHotkeys(keys)
  return null
}
