import type { OutputOf, provisioningApi } from '@netward/contract'
import { settingOf } from '@netward/cwmp'

type Setting = OutputOf<typeof provisioningApi.getConfiguration>['absent'][number]['setting']

/** The setting that stands where a path would; null where it is a path. Only those that templates may name are kept so. */
export const shownSetting = (path: string): Setting | null => settingOf(path) as Setting | null

/** A path, or the setting that stands in its place. */
export function shownPath(path: string): { path: string; setting: Setting | null } {
  const setting = shownSetting(path)
  return { path: setting === null ? path : '', setting }
}
