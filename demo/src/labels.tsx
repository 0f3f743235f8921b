import { useConnection } from '@kube-informer/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useToaster } from './toasts.tsx'

interface LabelsProps {
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly disabled: boolean
}

/** Shows, adds and removes labels of a Pod. A change appears when the watch delivers it. */
export function Labels({ namespace, name, labels, disabled }: LabelsProps): ReactNode {
  const { client } = useConnection()
  const { fail } = useToaster()
  const [draft, setDraft] = useState('')

  const change = async (label: string, value: string | null): Promise<boolean> => {
    try {
      await client.patch('pods', { namespace, name }, { metadata: { labels: { [label]: value } } })
      return true
    } catch (error) {
      fail(`Could not label ${name}`, error)
      return false
    }
  }
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const [label = '', value = ''] = draft.split('=', 2)
    if (label.trim() !== '' && (await change(label.trim(), value.trim()))) setDraft('')
  }

  return (
    <section className="labels" aria-label="Labels">
      {Object.entries(labels).map(([label, value]) => (
        <span key={label} className="label" data-testid="label">
          <b>{label}</b>
          {value !== '' && `=${value}`}
          <button
            type="button"
            className="remove"
            disabled={disabled}
            onClick={() => change(label, null)}
            aria-label={`Remove label ${label}`}
          >
            ×
          </button>
        </span>
      ))}
      <form onSubmit={onSubmit}>
        <input
          value={draft}
          onChange={event => setDraft(event.target.value)}
          placeholder="add key=value"
          aria-label="Add label"
          disabled={disabled}
          spellCheck={false}
          data-testid="add-label"
        />
      </form>
    </section>
  )
}
