export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORED = 'dashboard:theme'

export function chosenTheme(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme)
  applyTheme(theme)
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}
