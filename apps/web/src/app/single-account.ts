import { redirect } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { isSamePage } from '../lib/single-account.ts'

/**
 * Leaves for the home address of single-account mode. Never resolves: the requested page must not be shown.
 */
export function leaveForHome(home: string): Promise<never> {
  if (isSamePage(home, window.location.href)) {
    return Promise.reject(redirect({ href: paths.accountSetting, replace: true }))
  }
  window.location.replace(home)
  return new Promise<never>(() => {})
}
