import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { PathField } from './path-field.tsx'
import { AddRow, RemoveRow } from './row-field.tsx'
import { knownType, TypeField } from './type-field.tsx'
import { ValueField } from './value-field.tsx'

/** Parameters by path, with their desired values. */
export function ValuesField() {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  return (
    <Form.List name={['content', 'values']}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className="provisioning-row">
              <PathField
                name={[name, 'path']}
                label={t('provisioning.path')}
                onType={(type) => form.setFieldValue(['content', 'values', name, 'type'], knownType(type))}
              />
              <ValueField name={[name, 'value']} label={t('provisioning.value')} />
              <TypeField name={[name, 'type']} />
              <RemoveRow onClick={() => remove(name)} />
            </div>
          ))}
          <AddRow label={t('provisioning.addValue')} onClick={() => add({ path: '', value: '' })} />
        </>
      )}
    </Form.List>
  )
}
