import { isLanguage, type Language } from '@netward/phrases'
import { local } from './storage.ts'
import { storageKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

declare global {
  interface Window {
    /** Set by a host page that decides the language for a person without a choice of their own. */
    __NETWARD_LANG__?: unknown
  }
}

export type Theme = 'light' | 'dark'

/** Specification §4: a global value is used first, local storage overrides it, Chinese if there is neither. */
export function chooseLanguage(globalValue: unknown, stored: unknown): Language {
  if (isLanguage(stored)) return stored
  return isLanguage(globalValue) ? globalValue : 'zh'
}

export function chooseTheme(stored: string | null, prefersDark: boolean): Theme {
  if (stored === 'light' || stored === 'dark') return stored
  return prefersDark ? 'dark' : 'light'
}

const inBrowser = typeof window !== 'undefined'

export const languageStore = createStore<Language>(
  // oxlint-disable-next-line eslint/no-underscore-dangle -- marked, because it stands among the globals of a host page
  inBrowser ? chooseLanguage(window.__NETWARD_LANG__, local.read(storageKeys.language)) : 'zh',
)
export const themeStore = createStore<Theme>(
  inBrowser
    ? chooseTheme(local.read(storageKeys.theme), window.matchMedia('(prefers-color-scheme: dark)').matches)
    : 'light',
)
export const sidebarStore = createStore<boolean>(!inBrowser || local.read(storageKeys.sidebar) !== 'closed')

export function setTheme(theme: Theme): void {
  local.write(storageKeys.theme, theme)
  themeStore.set(theme)
  showTheme()
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = themeStore.get()
}

export function setSidebar(opened: boolean): void {
  local.write(storageKeys.sidebar, opened ? 'opened' : 'closed')
  sidebarStore.set(opened)
}

export const useTheme = (): Theme => useStore(themeStore)
export const useLanguage = (): Language => useStore(languageStore)
