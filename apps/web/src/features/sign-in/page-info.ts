import type { EndpointOutput } from '@netward/contract'
import { useEffect } from 'react'
import { api } from '../../lib/api-client.ts'
import { currentPrefix } from '../../lib/prefix.ts'
import { createStore, useStore } from '../../lib/store.ts'

export type PageInfo = EndpointOutput<'GET /api/v1/auth/login/page'>

const store = createStore<PageInfo | null>(null)
let asked = false

async function ask(): Promise<void> {
  asked = true
  try {
    store.set(await api('GET /api/v1/auth/login/page', { prefix: currentPrefix() }, { errors: 'caller' }))
  } catch {
    // Without it a password still signs in. The next view asks again.
    asked = false
  }
}

/** Branding and the ways in; null until they have arrived: nothing waits for them. */
export function usePageInfo(): PageInfo | null {
  useEffect(() => {
    if (!asked) void ask()
  }, [])
  return useStore(store)
}
