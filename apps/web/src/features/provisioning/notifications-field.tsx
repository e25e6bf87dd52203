import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { AddRow, RemoveRow, RowText } from './row-field.tsx'

/** Parameters whose changes gateways notify by themselves. */
export function NotificationsField() {
  const { t } = useTranslation()
  return (
    <Form.List name={['content', 'notifications']}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className="provisioning-row">
              <RowText name={[name, 'path']} label={t('provisioning.path')} maxLength={256} />
              <Form.Item name={[name, 'level']}>
                <Select
                  aria-label={t('provisioning.level')}
                  options={[
                    { value: 0, label: t('provisioning.levels.off') },
                    { value: 1, label: t('provisioning.levels.passive') },
                    { value: 2, label: t('provisioning.levels.active') },
                  ]}
                />
              </Form.Item>
              <RemoveRow onClick={() => remove(name)} />
            </div>
          ))}
          <AddRow label={t('provisioning.addNotification')} onClick={() => add({ path: '', level: 2 })} />
        </>
      )}
    </Form.List>
  )
}
