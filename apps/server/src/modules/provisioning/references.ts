import { templateVariables } from '@netward/contract/template-values'
import { secretIn, variablesIn } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'

const variables: ReadonlySet<string> = new Set(templateVariables)

/** What of a value that refers to something does not: a secret is named whole where one belongs, and nowhere else. */
export function wrongReference(value: string, isSecret: boolean): PhraseKey | null {
  if (isSecret) return secretIn(value) === null ? 'provisioning.refusal.secretByName' : null
  const names = variablesIn(value)
  if (names.some((name) => name.startsWith('secret.'))) return 'provisioning.refusal.secretElsewhere'
  return names.some((name) => !variables.has(name)) ? 'provisioning.refusal.variable' : null
}
