/** Every key that the console keeps in the browser. `lang`, `sstoken` are named by the specification (§3, §9). */
export const storageKeys = {
  language: 'lang',
  theme: 'theme',
  sidebar: 'sidebarStatus',
  size: 'size',
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
