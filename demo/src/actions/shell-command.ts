import { markOf } from '../ui/visible-text.ts'

/** Lines for a POSIX shell, or the reason why there are none. */
export type ShellCommand = { readonly text: string } | { readonly reason: string }

/**
 * What a terminal does not show as it is: control characters (which can end a paste), characters that change the direction of a
 * text, those without a width, and line separators.
 */
const DECEPTIVE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** What every POSIX shell, and zsh, takes as it is. */
const PLAIN = /^[\w./-][\w./:=@%+,-]*$/

/** The words of each command as lines that a POSIX shell splits into these words again. */
export function shellCommand(commands: readonly (readonly string[])[]): ShellCommand {
  const deceptive = commands.flat().find(word => word.search(DECEPTIVE) >= 0)
  if (deceptive !== undefined) {
    const shown = deceptive.replace(DECEPTIVE, markOf)
    return {
      reason: `There is no command, because “${shown}” has characters that a terminal hides or executes.`,
    }
  }
  return { text: commands.map(words => words.map(quote).join(' ')).join('\n') }
}

/** A text as one word of a shell. */
const quote = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
