import type { EndpointOutput } from '@netward/contract'
import { type ChoiceField, settingChoices, type SettingField } from '@netward/contract/gateway-setting-values'
import type { PhraseKey } from '@netward/phrases'
import type { TFunction } from 'i18next'

/** A setting that a template names. */
export type SettingName =
  EndpointOutput<'GET /api/v1/device/:deviceId/configuration'>['absent'][number]['setting']

const hasChoices = (field: SettingField): field is ChoiceField => field in settingChoices

/** The name of a choice; the raw value if it has none. */
export function choiceWord(t: TFunction, field: SettingField, term: string): string {
  if (!hasChoices(field) || !(settingChoices[field] as readonly string[]).includes(term)) return term
  // The compiler cannot check a key with a dot; a test covers each.
  return t(`gatewaySettings.choices.${field}.${term.replace('.', '_')}` as PhraseKey)
}

/** Fields where true means something other than "enabled". */
const flagWords: Partial<Record<SettingField, readonly ['online', 'offline'] | readonly ['yes', 'no']>> = {
  active: ['online', 'offline'],
  hidden: ['yes', 'no'],
}

export function flagWord(t: TFunction, field: SettingField, value: boolean): string {
  const [on, off] = flagWords[field] ?? (['on', 'off'] as const)
  return t(`gatewaySettings.${value ? on : off}`)
}

/** Section, index and field; a singleton has no index. */
export function settingWords(t: TFunction, { section, which, field }: SettingName): string {
  const words = {
    section: t(`gatewaySettings.sections.${section}`),
    field: t(`gatewaySettings.fields.${field}`),
  }
  if (section === 'time') return t('provisioning.settings.stated.plain', words)
  return t('provisioning.settings.stated.full', { ...words, which: whichWords(t, which) })
}

function whichWords(t: TFunction, which: SettingName['which']): string {
  switch (which.by) {
    case 'in_use':
      return t('provisioning.settings.ways.in_use')
    case 'username':
      return t('provisioning.settings.stated.account', { username: which.username })
    case 'all':
    case 'place': {
      const those =
        which.by === 'all'
          ? t('provisioning.settings.stated.allOf')
          : t('provisioning.settings.ways.place', { place: which.place })
      if (which.band === undefined) return those
      const band = choiceWord(t, 'band', which.band)
      return t('provisioning.settings.stated.banded', { band, which: those })
    }
  }
}
