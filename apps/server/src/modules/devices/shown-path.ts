import type { OutputOf, provisioningApi } from '@netward/contract'
import { settingOf } from '@netward/cwmp'

type Setting = OutputOf<typeof provisioningApi.getConfiguration>['absent'][number]['setting']

/**
 * The setting stored in place of a path; null for a path. Only settings that templates may name are stored
 * so.
 */
export const shownSetting = (path: string): Setting | null => settingOf(path) as Setting | null

/** A path, or the setting stored in its place. */
export function shownPath(path: string): { path: string; setting: Setting | null } {
  const setting = shownSetting(path)
  return { path: setting === null ? path : '', setting }
}
