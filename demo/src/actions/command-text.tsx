import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { toasts } from '../ui/toast-store.ts'
import type { ShellCommand } from './shell-command.ts'

/** A command that does the same in a terminal, with a button that copies it; or why there is none. */
export function CommandText({ command }: { readonly command: ShellCommand }): ReactNode {
  if ('reason' in command) return <p className="command">{command.reason}</p>
  const { text } = command
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toasts.tell('Copied the command'),
      error => toasts.fail('The command was not copied', error),
    )
  }
  return (
    <figure className="command">
      <figcaption className="visually-hidden">The same with kubectl, in a POSIX shell</figcaption>
      <code>
        {text.split('\n').map(line => (
          <Command key={line} text={line} />
        ))}
      </code>
      <IconButton
        label="Copy the command, for POSIX shells"
        icon={<Copy size={14} aria-hidden />}
        onClick={copy}
      />
    </figure>
  )
}

/** One command. It is wrapped between its words only, since a hyphen at the end of a line would change it for the reader. */
const Command = ({ text }: { readonly text: string }): ReactNode => (
  <span className="command-line">
    {text.split(' ').map((word, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command have no other identity
      <span key={index}>{word} </span>
    ))}
  </span>
)
