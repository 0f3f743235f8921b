import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { toasts } from '../ui/toast-store.ts'

/** A command that does the same in a terminal, with a button that copies it. */
export function CommandText({ text }: { readonly text: string }): ReactNode {
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toasts.tell('Copied the command'),
      error => toasts.fail('The command was not copied', error),
    )
  }
  return (
    <figure className="command">
      <figcaption className="visually-hidden">The same with kubectl</figcaption>
      <code>{text}</code>
      <IconButton label="Copy the command" icon={<Copy size={14} aria-hidden />} onClick={copy} />
    </figure>
  )
}
