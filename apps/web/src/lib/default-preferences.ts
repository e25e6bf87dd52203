/** Default of each preference (specification §9, and §4 for the device type). */
export const defaultPreferences = {
  language: 'zh',
  device: 'desktop',
  size: 'default',
  sidebar: 'opened',
  /** Position of the menu. */
  layout: 'left',
  /** Colours of the menu. */
  theme: 'dark',
  /** Colours of everything else. */
  contentTheme: 'system',
  /** Whether the settings panel's button is shown. */
  settingsPanel: true,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
} as const

export const deviceTypes = ['desktop', 'mobile'] as const
export type DeviceType = (typeof deviceTypes)[number]

export const sizes = ['small', 'default', 'large'] as const
export type Size = (typeof sizes)[number]

export const sidebarStates = ['opened', 'closed'] as const
export type SidebarState = (typeof sidebarStates)[number]

export const contentThemes = ['light', 'dark', 'system'] as const
export type ContentTheme = (typeof contentThemes)[number]

export const layouts = ['left', 'top'] as const
export const menuThemes = ['dark', 'light'] as const

/** Shell options of the settings panel. */
export interface ShellSettings {
  readonly layout: (typeof layouts)[number]
  readonly theme: (typeof menuThemes)[number]
  readonly settingsPanel: boolean
  readonly tagsView: boolean
  readonly fixedHeader: boolean
  readonly sidebarLogo: boolean
}
