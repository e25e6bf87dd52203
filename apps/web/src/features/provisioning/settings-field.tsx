import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { AddRow } from './row-field.tsx'
import { firstSetting } from './setting.ts'
import { SettingRow } from './setting-row.tsx'

/** Common names, independent of the data model, with the desired values. */
export function SettingsField() {
  const { t } = useTranslation()
  return (
    <Form.List name={['content', 'settings']}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <SettingRow key={key} place={name} onRemove={() => remove(name)} />
          ))}
          <AddRow label={t('provisioning.settings.add')} onClick={() => add(firstSetting)} />
        </>
      )}
    </Form.List>
  )
}
