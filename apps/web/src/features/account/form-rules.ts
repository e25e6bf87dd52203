import type { PhraseKey } from '@netward/phrases'
import { useTranslation } from 'react-i18next'

interface FieldRule {
  validator: (rule: unknown, value?: string) => Promise<void>
}

/** Turns a shared field rule, which returns the key of its message or null, into a form rule. */
export function useFieldRule(): (problem: (value: string) => PhraseKey | null) => FieldRule {
  const { t } = useTranslation()
  return (problem) => ({
    validator(_rule, value) {
      const found = problem(value ?? '')
      return found === null ? Promise.resolve() : Promise.reject(new Error(t(found)))
    },
  })
}
