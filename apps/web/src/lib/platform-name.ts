import { phrase } from './phrases.ts'
import { local } from './storage.ts'
import { storageKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

/** This installation's name; null until known, when the product's own name is shown. */
const store = createStore<string | null>(
  typeof window === 'undefined' ? null : local.read(storageKeys.platformName),
)

export function keepPlatformName(name: string): void {
  local.write(storageKeys.platformName, name)
  store.set(name)
}

export const platformName = (): string => store.get() ?? phrase('common.productName')
export const usePlatformName = (): string => useStore(store) ?? phrase('common.productName')
