import { templateSettingSections, type TemplateSettingSection } from '@netward/contract/template-settings'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { RemoveRow } from './row-field.tsx'
import { fieldsOf, firstOf, type Setting } from './setting.ts'
import { SettingValueField } from './setting-value-field.tsx'
import { WhichField } from './which-field.tsx'

/** One setting: section, instance, field and value. */
export function SettingRow({ place, onRemove }: { place: number; onRemove: () => void }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const at = ['content', 'settings', place]
  const setting: Setting | undefined = Form.useWatch(at, form)
  const { section, field } = setting ?? firstOf('wifi')
  const anew = (values: Partial<Setting>) => form.setFieldValue(at, { ...setting, value: '', ...values })
  return (
    <fieldset
      aria-label={t('provisioning.settings.row', { number: place + 1 })}
      className="provisioning-setting"
    >
      <div className="provisioning-row">
        <Form.Item name={[place, 'section']}>
          <Select
            aria-label={t('provisioning.settings.section')}
            options={templateSettingSections.map((value) => ({
              value,
              label: t(`gatewaySettings.sections.${value}`),
            }))}
            onChange={(value: TemplateSettingSection) => anew(firstOf(value))}
          />
        </Form.Item>
        {/* There is one time on each gateway: which is no question. */}
        <Form.Item
          name={[place, 'which']}
          hidden={section === 'time'}
          rules={[{ validator: usernameNeeded(t('validation.missing')) }]}
        >
          <WhichField section={section} />
        </Form.Item>
        <Form.Item name={[place, 'ifAbsent']} className="provisioning-absence">
          <Select
            aria-label={t('provisioning.settings.ifAbsent')}
            options={(['skip', 'fail'] as const).map((value) => ({
              value,
              label: t(`provisioning.settings.absences.${value}`),
            }))}
          />
        </Form.Item>
      </div>
      <div className="provisioning-row">
        <Form.Item name={[place, 'field']}>
          <Select
            aria-label={t('provisioning.settings.field')}
            options={fieldsOf(section).map((value) => ({
              value,
              label: t(`gatewaySettings.fields.${value}`),
            }))}
            onChange={(value: Setting['field']) => anew({ field: value })}
          />
        </Form.Item>
        <SettingValueField name={[place, 'value']} section={section} field={field} />
        <RemoveRow onClick={onRemove} />
      </div>
    </fieldset>
  )
}

const usernameNeeded = (message: string) => (_rule: unknown, which: Setting['which'] | undefined) =>
  which?.by === 'username' && which.username.trim() === ''
    ? Promise.reject(new Error(message))
    : Promise.resolve()
