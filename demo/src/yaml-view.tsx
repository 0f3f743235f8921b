import { memo, type ReactNode } from 'react'
import { stringify } from 'yaml'

/** An object as YAML, with highlighted keys and values. */
export const YamlView = memo(function YamlView({ object }: { readonly object: unknown }): ReactNode {
  const lines = stringify(object, { lineWidth: 0 }).trimEnd().split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <pre className="yaml" data-testid="yaml" tabIndex={0}>
      {lines.map((line, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
        <Line key={number} text={line} />
      ))}
    </pre>
  )
})

const KEY = /^(\s*(?:- )*)([^\s:#"'][^:]*|"[^"]*"):(?= |$)(.*)$/

const Line = memo(function Line({ text }: { readonly text: string }): ReactNode {
  const [, indent, key, value] = KEY.exec(text) ?? []
  if (key === undefined) return <span className="line">{`${text}\n`}</span>
  return (
    <span className="line">
      {indent}
      <b>{key}</b>:<i className={kindOf(value ?? '')}>{value}</i>
      {'\n'}
    </span>
  )
})

function kindOf(value: string): string {
  const text = value.trim()
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'number'
  return /^(true|false|null)$/.test(text) ? 'constant' : 'text'
}
