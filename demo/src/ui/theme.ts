import { createStored } from './stored.ts'

/** The selected theme; `auto` follows the system. */
type Theme = 'auto' | 'light' | 'dark'

const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

export const theme = createStored('theme', value => THEMES.find(each => each === value) ?? 'auto')

/** Selects the theme after the current one. */
export const toggleTheme = (): void =>
  theme.set(THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length] ?? 'auto')

/** Sets `data-theme`, from which the style sheet derives `color-scheme` and `light-dark()`, now and after each change. */
export function applyTheme(): void {
  const apply = (): void => {
    const chosen = theme.get()
    if (chosen === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
  }
  apply()
  theme.subscribe(apply)
}
