import { templateVariables } from '@netward/contract/template-values'
import { secretIn, variablesIn } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'

const variables: ReadonlySet<string> = new Set(templateVariables)

/** Invalid references in a value: a secret must be the whole value, and only where one is allowed. */
export function wrongReference(value: string, isSecret: boolean): PhraseKey | null {
  if (isSecret) return secretIn(value) === null ? 'provisioning.refusal.secretByName' : null
  const names = variablesIn(value)
  if (names.some((name) => name.startsWith('secret.'))) return 'provisioning.refusal.secretElsewhere'
  return names.some((name) => !variables.has(name)) ? 'provisioning.refusal.variable' : null
}
