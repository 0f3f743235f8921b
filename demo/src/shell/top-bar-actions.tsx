import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleHelp, Moon, Sun, SunMoon, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { theme as storedTheme, toggleTheme } from '../ui/theme.ts'
import { useStored } from '../ui/use-stored.ts'
import { SignOutButton } from './sign-out.tsx'

/** The buttons at the end of the top bar. */
export function TopBarActions({ onKeys }: { readonly onKeys: () => void }): ReactNode {
  const toggleFaults = useToggleFaults()
  const { panel } = useSearch({ strict: false })
  return (
    <div className="top-bar-actions">
      <IconButton
        label="Faults"
        hotkey="f"
        icon={<Zap size={16} aria-hidden />}
        aria-pressed={panel !== undefined}
        onClick={toggleFaults}
      />
      <ThemeButton />
      <IconButton
        className="wide-only"
        label="Keys"
        hotkey="?"
        icon={<CircleHelp size={16} aria-hidden />}
        onClick={onKeys}
      />
      <SignOutButton />
    </div>
  )
}

/** Opens the fault panel, or closes it. */
export function useToggleFaults(): () => void {
  const navigate = useNavigate()
  const { panel } = useSearch({ strict: false })
  const next = panel === undefined ? ('faults' as const) : undefined
  return () => void navigate({ to: '.', search: previous => ({ ...previous, panel: next }) })
}

const ICONS = {
  auto: <SunMoon size={16} aria-hidden />,
  light: <Sun size={16} aria-hidden />,
  dark: <Moon size={16} aria-hidden />,
} as const

function ThemeButton(): ReactNode {
  const theme = useStored(storedTheme)
  return (
    <IconButton
      label={`Theme: ${theme}`}
      hotkey="t"
      icon={ICONS[theme]}
      onClick={toggleTheme}
      data-testid="theme"
    />
  )
}
