import type { PhraseKey } from '@netward/phrases'
import { useTranslation } from 'react-i18next'

interface FieldRule {
  validator: (rule: unknown, value?: string) => Promise<void>
}

/** A rule of a form from one of the fields' rules that all forms share: it answers the key of its message, or null. */
export function useFieldRule(): (problem: (value: string) => PhraseKey | null) => FieldRule {
  const { t } = useTranslation()
  return (problem) => ({
    validator(_rule, value) {
      const found = problem(value ?? '')
      return found === null ? Promise.resolve() : Promise.reject(new Error(t(found)))
    },
  })
}
