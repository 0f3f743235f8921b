import { createStored, useStored } from './stored.ts'

/** The selected theme; `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark'

const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

const stored = createStored('theme', value => THEMES.find(theme => theme === value) ?? 'auto')

export const useTheme = (): Theme => useStored(stored)

const setTheme = (theme: Theme): void => stored.set(theme)

/** Selects the theme after the current one. */
export const toggleTheme = (): void =>
  setTheme(THEMES[(THEMES.indexOf(stored.get()) + 1) % THEMES.length] ?? 'auto')

/** Sets `data-theme`, from which the style sheet derives `color-scheme` and `light-dark()`, now and after each change. */
export function applyTheme(): void {
  const apply = (): void => {
    const theme = stored.get()
    if (theme === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  apply()
  stored.subscribe(apply)
}
