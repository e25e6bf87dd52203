import type { SettingField } from '@netward/contract/gateway-setting-values'
import type { TemplateSettingSection } from '@netward/contract/template-settings'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { choiceWord, flagWord } from '../../lib/setting-words.ts'
import { formOf } from './setting.ts'
import { ReferenceInput } from './value-field.tsx'

interface Props {
  name: (number | string)[]
  section: TemplateSettingSection
  field: SettingField
}

/** The value of a setting, by its kind. */
export function SettingValueField({ name, section, field }: Props) {
  const { t } = useTranslation()
  const form = formOf(section, field)
  return (
    <Form.Item
      name={name}
      rules={form?.optional === true ? [] : [{ required: true, message: t('validation.missing') }]}
    >
      <ValueInput section={section} field={field} />
    </Form.Item>
  )
}

/** Form.Item passes value, change and id to it. */
function ValueInput({ section, field, ...given }: Omit<Props, 'name'> & { id?: string }) {
  const { t } = useTranslation()
  const form = formOf(section, field)
  const label = t('provisioning.value')
  switch (form?.kind) {
    case 'flag':
      return (
        <Select
          {...given}
          aria-label={label}
          placeholder={label}
          options={[true, false].map((on) => ({ value: String(on), label: flagWord(t, field, on) }))}
        />
      )
    case 'choice':
      return (
        <Select
          {...given}
          aria-label={label}
          placeholder={label}
          options={(form.choices ?? []).map((value) => ({ value, label: choiceWord(t, field, value) }))}
        />
      )
    case 'secret':
      return (
        <ReferenceInput
          {...given}
          label={label}
          hint={t('provisioning.settings.secret', { example: '{{secret.guest-wifi}}' })}
          offers={['secrets']}
        />
      )
    case 'text':
      return <ReferenceInput {...given} label={label} offers={['variables']} />
    default:
      return (
        <Input
          {...given}
          aria-label={label}
          placeholder={label}
          maxLength={1024}
          autoComplete="off"
          spellCheck={false}
          inputMode={form?.kind === 'number' ? 'numeric' : 'text'}
          className="mono"
          {...(form?.unit !== undefined && { suffix: t(`gatewaySettings.units.${form.unit}`) })}
        />
      )
  }
}
