import { minPasswordPolicy, type PasswordPolicy } from '@netward/contract/field-rules'
import { createStore, useStore } from './store.ts'

/** This installation's password policy: the specification's until the actual one is loaded. */
const store = createStore<PasswordPolicy>(minPasswordPolicy)

export const keepPasswordPolicy = (policy: PasswordPolicy): void => store.set(policy)
export const usePasswordPolicy = (): PasswordPolicy => useStore(store)
