import { settingChoices } from '@netward/contract/gateway-setting-values'
import { loadPhrases } from '@netward/phrases'
import { expect, test } from 'vitest'

// The keys are composed, so the compiler cannot check them.
test.each(['zh', 'en'] as const)('every term of a choice has a word (%s)', async (language) => {
  const { choices } = (await loadPhrases(language)).gatewaySettings
  for (const [field, terms] of Object.entries(settingChoices)) {
    const words = (choices as Record<string, Record<string, string>>)[field]
    expect(Object.keys(words ?? {}).toSorted()).toEqual(
      terms.map((term) => term.replace('.', '_')).toSorted(),
    )
  }
})
