import { isLanguage, type Language } from '@netward/phrases'
import {
  type ContentTheme,
  contentThemes,
  defaultPreferences,
  type DeviceType,
  deviceTypes,
  type SidebarState,
  sidebarStates,
  type Size,
  sizes,
} from './default-preferences.ts'
import { local } from './storage.ts'
import { storageKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

declare global {
  interface Window {
    /** Set by a host page that fixes the language for users without their own choice. */
    __NETWARD_LANG__?: unknown
  }
}

export type Theme = 'light' | 'dark'

/** Specification §4: local storage overrides the global value; Chinese if neither is set. */
export function chooseLanguage(globalValue: unknown, stored: unknown): Language {
  if (isLanguage(stored)) return stored
  return isLanguage(globalValue) ? globalValue : defaultPreferences.language
}

/** A stored choice; the default for any other value. */
export function chooseFrom<T extends string>(choices: readonly T[], stored: string | null, otherwise: T): T {
  return choices.find((choice) => choice === stored) ?? otherwise
}

const inBrowser = typeof window !== 'undefined'

function keptStore<T extends string>(key: string, choices: readonly T[], otherwise: T) {
  return createStore<T>(chooseFrom(choices, inBrowser ? local.read(key) : null, otherwise))
}

const darkSystem = inBrowser ? window.matchMedia('(prefers-color-scheme: dark)') : null
/** Width at which the sidebar overlays the page. */
const narrow = inBrowser ? window.matchMedia('(max-width: 900px)') : null
const stillSystem = inBrowser ? window.matchMedia('(prefers-reduced-motion: reduce)') : null

const effective = (choice: ContentTheme): Theme =>
  choice === 'system' ? (darkSystem?.matches === true ? 'dark' : 'light') : choice

export const languageStore = createStore<Language>(
  inBrowser
    ? chooseLanguage(
        // oxlint-disable-next-line eslint/no-underscore-dangle -- marked, because it stands among the globals of a host page
        window.__NETWARD_LANG__ ?? local.read(storageKeys.offeredLanguage),
        local.read(storageKeys.lang),
      )
    : defaultPreferences.language,
)
export const contentThemeStore = keptStore<ContentTheme>(
  storageKeys.theme,
  contentThemes,
  defaultPreferences.contentTheme,
)
const themeStore = createStore<Theme>(effective(contentThemeStore.get()))
const motionStore = createStore<boolean>(stillSystem?.matches !== true)
export const sizeStore = keptStore<Size>(storageKeys.size, sizes, defaultPreferences.size)
export const deviceStore = keptStore<DeviceType>(storageKeys.device, deviceTypes, defaultPreferences.device)
export const sidebarStore = keptStore<SidebarState>(
  storageKeys.sidebar,
  sidebarStates,
  defaultPreferences.sidebar,
)

/** The language is stored twice: with the preferences, and under its own key (specification §3). */
export function keepLanguage(language: Language): void {
  local.write(storageKeys.lang, language)
  local.write(storageKeys.language, language)
  languageStore.set(language)
  showLanguage()
}

/** Whether the user or a host page has decided: then the default does not apply. */
export function hasChosenLanguage(): boolean {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- as above
  return isLanguage(local.read(storageKeys.lang)) || isLanguage(window.__NETWARD_LANG__)
}

/** The installation's language for users without a choice: applies from the next page on. */
export function keepOfferedLanguage(language: Language): void {
  local.write(storageKeys.offeredLanguage, language)
}

export function showLanguage(): void {
  document.documentElement.lang = languageStore.get()
}

export function setTheme(choice: ContentTheme): void {
  local.write(storageKeys.theme, choice)
  contentThemeStore.set(choice)
  showTheme()
}

export function setSize(size: Size): void {
  local.write(storageKeys.size, size)
  sizeStore.set(size)
  document.documentElement.dataset['size'] = size
}

export function setSidebar(state: SidebarState): void {
  local.write(storageKeys.sidebar, state)
  sidebarStore.set(state)
}

export const toggleSidebar = (): void => setSidebar(sidebarStore.get() === 'opened' ? 'closed' : 'opened')

function showTheme(): void {
  themeStore.set(effective(contentThemeStore.get()))
  document.documentElement.dataset['theme'] = themeStore.get()
}

/** Shows a theme without keeping it: a wall screen has its own. */
export function borrowTheme(theme: Theme): void {
  themeStore.set(theme)
  document.documentElement.dataset['theme'] = theme
}

function followMotion(): void {
  motionStore.set(stillSystem?.matches !== true)
}

function showDevice(): void {
  const device = narrow?.matches === true ? 'mobile' : 'desktop'
  local.write(storageKeys.device, device)
  deviceStore.set(device)
}

/** Applies the stored choices, then follows the system's colours and motion and the window's width. */
export function startPreferences(): void {
  document.documentElement.dataset['size'] = sizeStore.get()
  showTheme()
  showDevice()
  darkSystem?.addEventListener('change', showTheme)
  narrow?.addEventListener('change', showDevice)
  stillSystem?.addEventListener('change', followMotion)
}

export const useTheme = (): Theme => useStore(themeStore)
/** False if the user's system asks for reduced motion. */
export const useMotion = (): boolean => useStore(motionStore)
export const useLanguage = (): Language => useStore(languageStore)
export const useSize = (): Size => useStore(sizeStore)
