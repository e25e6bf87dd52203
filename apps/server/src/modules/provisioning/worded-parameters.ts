import { type TermPath, termPaths } from '@netward/cwmp'
import { type Language, phrase } from '@netward/phrases/server'

const most = 20
const languages: readonly Language[] = ['zh', 'en']

/** Treats Wi-Fi, WiFi and wi fi as one word. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[-‐ ]/g, '')

const keysOf = ({ section, term }: TermPath) => [
  `gatewaySettings.sections.${section}`,
  ...(term === null ? [] : [`gatewaySettings.fields.${term}`]),
]

/** All its names, in both languages. */
function wordsOf(one: TermPath): string {
  const others = `provisioning.otherWords.${one.term ?? one.section}`
  return languages
    .flatMap((language) => {
      const other = phrase(language, others)
      return [...keysOf(one).map((key) => phrase(language, key)), ...(other === others ? [] : [other])]
    })
    .map(plain)
    .join('\n')
}

const worded = termPaths.map((one) => ({ one, words: wordsOf(one) }))

/** Parameters or tables of both data models that match in either language, each with its name. */
export function wordedParameters(search: string, tables: boolean, language: Language) {
  const wanted = search.split(/\s+/).map(plain)
  return worded
    .filter(
      ({ one, words }) => (one.term === null) === tables && wanted.every((word) => words.includes(word)),
    )
    .slice(0, most)
    .map(({ one }) => ({
      path: one.path,
      word: keysOf(one)
        .map((key) => phrase(language, key))
        .join(' · '),
    }))
}
