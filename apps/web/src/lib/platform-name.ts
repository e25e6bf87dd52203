import { phrase } from './phrases.ts'
import { local } from './storage.ts'
import { storageKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

/** The name that this installation goes by; null until it is known, and the product's own is said. */
const store = createStore<string | null>(
  typeof window === 'undefined' ? null : local.read(storageKeys.platformName),
)

export function keepPlatformName(name: string): void {
  local.write(storageKeys.platformName, name)
  store.set(name)
}

export const platformName = (): string => store.get() ?? phrase('common.productName')
export const usePlatformName = (): string => useStore(store) ?? phrase('common.productName')
