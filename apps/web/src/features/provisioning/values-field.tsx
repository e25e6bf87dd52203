import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { AddRow, RemoveRow, RowText } from './row-field.tsx'

/** Parameters by path, and the values that they are to have. */
export function ValuesField() {
  const { t } = useTranslation()
  return (
    <Form.List name={['content', 'values']}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className="provisioning-row">
              <RowText name={[name, 'path']} label={t('provisioning.path')} maxLength={256} />
              <RowText
                name={[name, 'value']}
                label={t('provisioning.value')}
                maxLength={4096}
                required={false}
              />
              <RemoveRow onClick={() => remove(name)} />
            </div>
          ))}
          <AddRow label={t('provisioning.addValue')} onClick={() => add({ path: '', value: '' })} />
        </>
      )}
    </Form.List>
  )
}
