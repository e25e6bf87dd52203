import {
  type SettingWay,
  templateSettings,
  type TemplateSettingSection,
} from '@netward/contract/template-settings'
import type { SettingField } from '@netward/contract/gateway-setting-values'
import type { TFunction } from 'i18next'
import { choiceWord, flagWord, settingWords } from '../../lib/setting-words.ts'
import type { TemplateVersion } from './template.ts'

export type Setting = TemplateVersion['content']['settings'][number]
export type Which = Setting['which']

export const formOf = (section: TemplateSettingSection, field: SettingField) =>
  templateSettings[section].fields[field]

export const fieldsOf = (section: TemplateSettingSection) =>
  Object.keys(templateSettings[section].fields) as SettingField[]

/** Default instance of a section: the first addressing mode that it offers. */
export function firstOf(section: TemplateSettingSection): Pick<Setting, 'section' | 'which' | 'field'> {
  const { ways } = templateSettings[section]
  const [field = 'enabled'] = fieldsOf(section)
  return { section, which: whichBy(ways[0] ?? 'all'), field }
}

export const firstSetting: Setting = { ...firstOf('wifi'), value: '', ifAbsent: 'skip' }

/** `place` is the first one; a user name is still to be typed. */
export function whichBy(by: SettingWay, place = 1): Which {
  switch (by) {
    case 'in_use':
    case 'all':
      return { by }
    case 'place':
      return { by, place }
    case 'username':
      return { by, username: '' }
  }
}

/** A setting as a line of a version's text. */
export function settingLine(t: TFunction, setting: Setting): string {
  const { field, value, ifAbsent } = setting
  const kind = formOf(setting.section, field)?.kind
  const shownValue =
    kind === 'flag'
      ? flagWord(t, field, value === 'true')
      : kind === 'choice'
        ? choiceWord(t, field, value)
        : value
  return t(`provisioning.settings.stated.${ifAbsent === 'fail' ? 'needed' : 'said'}`, {
    words: settingWords(t, setting),
    value: shownValue,
  })
}
