import { defaultPreferences, layouts, menuThemes, type ShellSettings } from './default-preferences.ts'
import { chooseFrom, setSidebar, setSize, setTheme } from './preferences.ts'
import { local } from './storage.ts'
import { storageKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

/** The stored settings, with defaults for missing or invalid values. */
export function readSettings(stored: unknown): ShellSettings {
  const found = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const text = (name: string) => (typeof found[name] === 'string' ? found[name] : null)
  const flag = (name: 'settingsPanel' | 'tagsView' | 'fixedHeader' | 'sidebarLogo'): boolean =>
    typeof found[name] === 'boolean' ? found[name] : defaultPreferences[name]
  return {
    layout: chooseFrom(layouts, text('layout'), defaultPreferences.layout),
    theme: chooseFrom(menuThemes, text('theme'), defaultPreferences.theme),
    settingsPanel: flag('settingsPanel'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
  }
}

const isAnything = (value: unknown): value is unknown => value !== undefined

export const shellSettings = createStore<ShellSettings>(
  readSettings(typeof window === 'undefined' ? null : local.readJson(storageKeys.shell, isAnything)),
)

export function changeSettings(change: Partial<ShellSettings>): void {
  const next = { ...shellSettings.get(), ...change }
  local.write(storageKeys.shell, JSON.stringify(next))
  shellSettings.set(next)
}

/** Everything in the settings panel, with its defaults (specification §9). */
export function resetSettings(): void {
  changeSettings(readSettings(null))
  setTheme(defaultPreferences.contentTheme)
  setSize(defaultPreferences.size)
  setSidebar(defaultPreferences.sidebar)
}

export const useShellSettings = (): ShellSettings => useStore(shellSettings)
