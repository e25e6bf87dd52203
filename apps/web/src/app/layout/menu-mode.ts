import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { chooseFrom } from '../../lib/preferences.ts'
import { useSession } from '../../lib/session.ts'
import { local } from '../../lib/storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { hasBothModes, menuOf, modeOf } from '../route-rules.ts'
import type { MenuMode } from '../route-entry.ts'

const modes = ['default', 'admin'] as const

const menuMode = createStore<MenuMode>(
  chooseFrom(modes, typeof window === 'undefined' ? null : local.read(storageKeys.menuMode), 'default'),
)

function keepMode(mode: MenuMode): void {
  local.write(storageKeys.menuMode, mode)
  menuMode.set(mode)
}

const noPermissions: ReadonlySet<string> = new Set()

/** The menu to show: that of the open page; the last one for a page in both; null if there is only one. */
export function useMenu() {
  const permissions = useSession()?.permissions ?? noPermissions
  const pathname = useLocation({ select: (location) => location.pathname })
  const kept = useStore(menuMode)
  useEffect(() => {
    const own = modeOf(pathname)
    if (own !== null) keepMode(own)
  }, [pathname])
  const both = hasBothModes(permissions)
  // Users with routes of only one mode get that menu, whatever was stored.
  const only =
    menuOf(permissions, 'default').length >= menuOf(permissions, 'admin').length ? 'default' : 'admin'
  const mode = both ? kept : only
  return {
    groups: menuOf(permissions, mode),
    choice: both ? { mode, choose: keepMode } : null,
  }
}
