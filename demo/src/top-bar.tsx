import { type ReactNode, type RefObject, useState } from 'react'
import type { Parameters } from './parameters.ts'
import { SignOutButton } from './sign-out.tsx'
import { applyTheme, nextTheme, readTheme } from './theme.ts'

interface TopBarProps {
  readonly search: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly onText: (text: string) => void
  readonly parameters: Parameters
}

const numbers = new Intl.NumberFormat('en')

export function TopBar({ search, text, onText, parameters }: TopBarProps): ReactNode {
  return (
    <header className="top-bar">
      <h1>
        <Mark />
        Pods
      </h1>
      <label className="search">
        <span className="visually-hidden">Search by name</span>
        <input
          ref={search}
          type="search"
          value={text}
          onChange={event => onText(event.target.value)}
          placeholder="Search by name or namespace"
          spellCheck={false}
          autoComplete="off"
          data-testid="search"
        />
        <kbd>/</kbd>
      </label>
      <span className="source muted">{describeSource(parameters)}</span>
      {parameters.identity !== undefined && <SignOutButton identity={parameters.identity} />}
      <ThemeButton />
    </header>
  )
}

function describeSource({ server, identity, pods, churn }: Parameters): string {
  if (server !== undefined) return `apiserver at ${server}${identity === undefined ? '' : ` · ${identity}`}`
  return `mock apiserver · ${numbers.format(pods)} Pods · ${numbers.format(churn)} events/s`
}

const THEME_SIGNS = { auto: '◐', light: '☀', dark: '☾' } as const

function ThemeButton(): ReactNode {
  const [theme, setTheme] = useState(readTheme)
  const onClick = (): void => {
    const next = nextTheme(theme)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <button type="button" className="icon" onClick={onClick} title={`Theme: ${theme}`} data-testid="theme">
      <span aria-hidden="true">{THEME_SIGNS[theme]}</span>
      <span className="visually-hidden">Theme: {theme}</span>
    </button>
  )
}

function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d="M8 .8l6.2 3.6v7.2L8 15.2l-6.2-3.6V4.4z" fill="currentColor" />
      <circle cx="8" cy="8" r="2.6" fill="var(--panel)" />
    </svg>
  )
}
