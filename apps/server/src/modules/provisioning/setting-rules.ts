import { type TemplateField, templateSettings } from '@netward/contract/template-settings'
import { refusalOf, settingId, type TemplateContent, variablesIn } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import { refusalWords } from '../gateway-settings/index.ts'
import { wrongReference } from './references.ts'

type Setting = NonNullable<TemplateContent['settings']>[number]
type Wrong = (field: string, key: PhraseKey, params?: Record<string, number>) => void

/** Sections that templates may not set have no rules. */
const sections: Partial<Record<Setting['section'], (typeof templateSettings)['wifi']>> = templateSettings

export const isDangerousSetting = ({ section }: Setting): boolean => sections[section]?.dangerous === true

/** Settings of a template that are invalid on any gateway. */
export function wrongSettings(settings: readonly Setting[], wrong: Wrong): void {
  const named = new Set<string>()
  for (const [index, setting] of settings.entries()) {
    const at = `content.settings.${index}`
    const { section, which, field, value } = setting
    const rules = sections[section]
    const form = rules?.fields[field]
    if (rules?.ways.includes(which.by) !== true) wrong(`${at}.which`, 'provisioning.refusal.settingWhich')
    else if (section !== 'wifi' && 'band' in which && which.band !== undefined) {
      wrong(`${at}.which.band`, 'provisioning.refusal.settingWhich')
    }
    const id = settingId(setting)
    if (form === undefined) wrong(`${at}.field`, 'provisioning.refusal.settingField')
    else if (named.has(id)) wrong(`${at}.field`, 'devices.parameter.repeated')
    else judge(`${at}.value`, form, value, wrong)
    named.add(id)
  }
}

function judge(at: string, form: TemplateField, value: string, wrong: Wrong): void {
  const isSecret = form.kind === 'secret'
  const reference = wrongReference(value, isSecret)
  if (reference !== null) return wrong(at, reference)
  // A variable's value is known only per gateway: text of any length.
  if (isSecret || (form.kind === 'text' && variablesIn(value).length > 0)) return
  const refusal = refusalOf(form, value)
  if (refusal === null) return
  const { key, params } = refusalWords(refusal, form)
  wrong(at, key, params)
}
