/** Every key that the console keeps in the browser. `lang` and `sstoken` are named by the specification (§3, §9). */
export const storageKeys = {
  lang: 'lang',
  language: 'language',
  device: 'device',
  size: 'size',
  sidebar: 'sidebarStatus',
  theme: 'theme',
  /** What the installation said last: its language for whoever has not chosen one, and its name. */
  offeredLanguage: 'netward.offeredLanguage',
  platformName: 'netward.platformName',
  /** Layout, colours of the menu, and what is shown. */
  shell: 'netward.shell',
  menuMode: 'netward.menuMode',
  /** The company in use, of those that the person is a member of. */
  company: 'netward.company',
  listColumns: (list: string) => `netward.list.${list}.columns`,
  listDensity: (list: string) => `netward.list.${list}.density`,
} as const

/** Kept for the browser tab alone, so that two tabs can act in two tenants. */
export const tabKeys = {
  acting: 'netward.acting',
  openPages: 'netward.openPages',
} as const

export const cookieNames = { token: 'sstoken', userCode: 'userCode' } as const
