/** Lines for a POSIX shell, or the reason why there are none. */
export type ShellCommand = { readonly text: string } | { readonly reason: string }

/**
 * What a terminal does not show as it is: control characters (which can end a paste), characters that change the direction of a
 * text, those without a width, and line separators.
 */
const DECEPTIVE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** What every POSIX shell, and zsh, takes as it is. */
const PLAIN = /^[\w./-][\w./:=@%+,-]*$/

/** The words of each command as lines that a POSIX shell splits into these words again. */
export function shellCommand(commands: readonly (readonly string[])[]): ShellCommand {
  const deceptive = commands.flat().find(word => DECEPTIVE.test(word))
  if (deceptive !== undefined)
    return {
      reason: `There is no command, because ${visible(deceptive)} has characters that a terminal hides or executes.`,
    }
  return { text: commands.map(words => words.map(quote).join(' ')).join('\n') }
}

/** A text as one word of a shell. */
const quote = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The text with its deceptive characters as code points: `web‹U+202E›`. */
const visible = (text: string): string =>
  `“${text.replace(new RegExp(DECEPTIVE.source, 'gu'), each => `‹U+${hexOf(each)}›`)}”`

const hexOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
