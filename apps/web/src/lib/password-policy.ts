import { leastPasswordPolicy, type PasswordPolicy } from '@netward/contract/field-rules'
import { createStore, useStore } from './store.ts'

/** What this installation asks of new passwords: the specification's rule until something else is known. */
const store = createStore<PasswordPolicy>(leastPasswordPolicy)

export const keepPasswordPolicy = (policy: PasswordPolicy): void => store.set(policy)
export const usePasswordPolicy = (): PasswordPolicy => useStore(store)
