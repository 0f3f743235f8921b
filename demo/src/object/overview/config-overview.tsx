import { type ReactNode, useState } from 'react'
import { textAt, textsAt } from '../../actions/fields.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Section } from '../section.tsx'
import { decodeSecret } from './decode-secret.ts'
import type { OverviewProps } from './overview-props.ts'

/** The keys of a ConfigMap or Secret. The values of a Secret are hidden until the user shows them. */
export function ConfigOverview({ kind, object }: OverviewProps): ReactNode {
  const isSecret = kind.plural === 'secrets'
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const texts = Object.entries(textsAt(object, 'data'))
  const binary = Object.entries(textsAt(object, 'binaryData'))
  const entries = [
    ...texts.map(([name, text]) => ({ name, ...(isSecret ? decodeSecret(text) : sizeOf(text)) })),
    ...binary.map(([name, text]) => ({ name, ...decodeSecret(text), text: undefined })),
  ]
  const toggle = (name: string): void => {
    const next = new Set(shown)
    if (!next.delete(name)) next.add(name)
    setShown(next)
  }
  const type = textAt(object, 'type')
  return (
    <Section title={`Keys (${entries.length})`} aside={type && <code>{type}</code>}>
      {entries.length === 0 && <p className="muted">No keys</p>}
      <ul className="config-keys">
        {entries.map(({ name, bytes, text }) => {
          const isShown = !isSecret || shown.has(name)
          return (
            <li key={name}>
              <header>
                <h3>{name}</h3>
                <span className="muted">{formatBytes(bytes)}</span>
                {isSecret && (
                  <Button
                    variant="quiet"
                    aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
                    aria-pressed={isShown}
                    onClick={() => toggle(name)}
                  >
                    {isShown ? 'Hide' : 'Show'}
                  </Button>
                )}
              </header>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus */}
              {isShown && <pre tabIndex={0}>{text ?? 'Binary data'}</pre>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const sizeOf = (text: string): { readonly text: string; readonly bytes: number } => ({
  text,
  bytes: new TextEncoder().encode(text).length,
})
