import type { EndpointOutput } from '@netward/contract'
import { useEffect } from 'react'
import { api } from '../../lib/api-client.ts'
import { offerLanguage } from '../../lib/i18n.ts'
import { keepPasswordPolicy } from '../../lib/password-policy.ts'
import { keepPlatformName } from '../../lib/platform-name.ts'
import { addressOf, currentPrefix } from '../../lib/prefix.ts'
import { createStore, useStore } from '../../lib/store.ts'

export type PageInfo = EndpointOutput<'GET /api/v1/auth/login/page'>

const store = createStore<PageInfo | null>(null)
let asked = false

async function ask(): Promise<void> {
  asked = true
  try {
    const info = await api(
      'GET /api/v1/auth/login/page',
      { prefix: currentPrefix(), host: window.location.hostname },
      { errors: 'caller' },
    )
    if (info.hostPrefix !== '') {
      // The company's own host name: its page, user names and links are under its prefix.
      window.location.replace(addressOf(info.hostPrefix, window.location.hash.slice(1) || '/login'))
      return
    }
    store.set(info)
    keepPasswordPolicy(info.password)
    keepPlatformName(info.platformName)
    await offerLanguage(info.defaultLanguage)
  } catch {
    // Password sign-in works without it. The next view retries.
    asked = false
  }
}

/** Whether the page is a company's: under a prefix nothing of the platform's brand shows, nor while the company loads. */
export const isBranded = (info: PageInfo | null): boolean =>
  currentPrefix() !== '' && (info === null || info.company !== null)

/** Branding and sign-in methods; null until loaded: nothing waits for them. */
export function usePageInfo(): PageInfo | null {
  useEffect(() => {
    if (!asked) void ask()
  }, [])
  return useStore(store)
}
