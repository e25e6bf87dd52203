import { type Language, phrase, type PhraseKey } from '@netward/phrases/server'

/** How a pack of a language and a time zone says things. */
export interface PackWords {
  readonly t: (key: PhraseKey | (string & {}), params?: Readonly<Record<string, string | number>>) => string
  /** To the second; null: empty. */
  readonly time: (at: string | null) => string
  readonly yes: (holds: boolean) => string
  /** The text of `key`; where there is none, `name` as it is stored. */
  readonly named: (key: string, name: string) => string
}

export function packWords(language: Language, timeZone: string): PackWords {
  const t: PackWords['t'] = (key, params) => phrase(language, key, params)
  const times = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return {
    t,
    time: (at) => (at === null ? '' : times.format(new Date(at))),
    yes: (holds) => t(holds ? 'auditPacks.paper.yes' : 'auditPacks.paper.no'),
    named: (key, name) => {
      const text = t(key)
      return text === key ? name : text
    },
  }
}
