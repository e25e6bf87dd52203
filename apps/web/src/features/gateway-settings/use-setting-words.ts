import type { SettingField } from '@netward/contract/gateway-setting-values'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat } from '../../lib/format.ts'
import { choiceWord, flagWord } from '../../lib/setting-words.ts'
import type { Instance, SettingForm, SettingValue, Written } from './setting.ts'

/** Gateway values in words. */
export interface SettingWords {
  readonly field: (field: SettingField) => string
  /** The term of a choice; the gateway's own word if there is none. */
  readonly choice: (field: SettingField, term: string, raw?: string | null) => string
  readonly flag: (field: SettingField, value: boolean) => string
  /** A number with its unit. */
  readonly number: (form: Pick<SettingForm, 'key' | 'unit'>, value: number) => string
  /** As text, e.g. in a confirmation; never for a secret. */
  readonly plain: (form: Pick<SettingForm, 'key' | 'kind' | 'unit'>, value: Written | null) => string
  readonly instance: (instance: Instance, place: number) => string
}

export function useSettingWords(): SettingWords {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => wordsOf(t, format), [t, format])
}

function wordsOf(t: TFunction, format: Format): SettingWords {
  const field = (key: SettingField) => t(`gatewaySettings.fields.${key}`)
  const choice: SettingWords['choice'] = (key, term, raw = null) => {
    if (term === 'other' && raw !== null && raw !== '') return raw
    return choiceWord(t, key, term)
  }
  const flag: SettingWords['flag'] = (key, value) => flagWord(t, key, value)
  const number: SettingWords['number'] = ({ key, unit }, value) => {
    switch (unit) {
      case 'seconds':
        return value < 0 ? t('gatewaySettings.endless') : durationText(t, value)
      case 'bytes':
        return format.bytes(value)
      case 'kibibytes':
        return format.bytes(value * 1024)
      case 'percent':
        return value < 0 ? t('gatewaySettings.automatic') : `${format.number(value)}%`
      case 'packets':
        return t('gatewaySettings.packets', { count: format.number(value) })
      case 'kbps':
        return value >= 1000
          ? `${format.number(Math.round(value / 100) / 10)} ${t('gatewaySettings.units.mbps')}`
          : `${format.number(value)} ${t('gatewaySettings.units.kbps')}`
      case 'mbps':
      case 'dbm':
        return value < 0 && unit === 'mbps'
          ? t('gatewaySettings.automatic')
          : `${format.number(value)} ${t(`gatewaySettings.units.${unit}`)}`
      case null:
        return key === 'channel' && value === 0
          ? t('gatewaySettings.automatic')
          : plainNumber(key, value, format)
    }
  }
  const plain: SettingWords['plain'] = (form, value) => {
    if (form.kind === 'secret') return t('gatewaySettings.ask.hidden')
    if (value === null) return t('gatewaySettings.notReported')
    if (value === '') return t('gatewaySettings.emptyText')
    if (typeof value === 'boolean') return flag(form.key, value)
    if (typeof value === 'number') return number(form, value)
    if (form.kind === 'instant') return clockText(value)
    return form.kind === 'choice' ? choice(form.key, value) : value
  }
  return {
    field,
    choice,
    flag,
    number,
    plain,
    instance: ({ label }, place) =>
      label === '' ? t('gatewaySettings.instance', { number: place + 1 }) : label,
  }
}

/** The gateway's clock as reported: its zone is unknown. */
const clockText = (reported: string) =>
  reported.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, '$1 $2')

/** Ports are names: 8080 has no thousands separator. */
function plainNumber(key: SettingField, value: number, format: Format): string {
  return /port/i.test(key) || key === 'channel' || key === 'mtu' ? String(value) : format.number(value)
}

function durationText(t: TFunction, seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const minutes = Math.floor(seconds / 60) % 60
  if (days > 0) return t('gatewaySettings.duration.days', { days, hours })
  if (hours > 0) return t('gatewaySettings.duration.hours', { hours, minutes })
  if (minutes > 0) return t('gatewaySettings.duration.minutes', { minutes, seconds: seconds % 60 })
  return t('gatewaySettings.duration.seconds', { seconds })
}

/** The value of a field as plain text. */
export function fieldText(words: SettingWords, { value, raw, ...form }: SettingValue): string {
  return form.kind === 'choice' && typeof value === 'string'
    ? words.choice(form.key, value, raw)
    : words.plain(form, value)
}
