/**
 * Every key that the console stores in the browser. `lang` and `sstoken` are named by the specification (§3,
 * §9).
 */
export const storageKeys = {
  lang: 'lang',
  language: 'language',
  device: 'device',
  size: 'size',
  sidebar: 'sidebarStatus',
  theme: 'theme',
  /** The installation's last known default language and name. */
  offeredLanguage: 'netward.offeredLanguage',
  platformName: 'netward.platformName',
  /** Layout, menu colours and visible parts. */
  shell: 'netward.shell',
  menuMode: 'netward.menuMode',
  /** The current company, among those that the user is a member of. */
  company: 'netward.company',
  /** The range of charts that the person chose last. */
  chartRange: 'netward.chartRange',
  listColumns: (list: string) => `netward.list.${list}.columns`,
  listDensity: (list: string) => `netward.list.${list}.density`,
} as const

/** Stored per browser tab, so that two tabs can act in two tenants. */
export const tabKeys = {
  acting: 'netward.acting',
  openPages: 'netward.openPages',
} as const

export const cookieNames = { token: 'sstoken', userCode: 'userCode' } as const
