import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { PathField } from './path-field.tsx'
import { AddRow, RemoveRow, RowText } from './row-field.tsx'
import { TypeField } from './type-field.tsx'
import { ValueField } from './value-field.tsx'

const firstObject = { table: '', key: [{ name: '', value: '' }], values: [], only: false }

/** Instances of tables, by their keys. */
export function ObjectsField() {
  const { t } = useTranslation()
  return (
    <Form.List name={['content', 'objects']}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className="provisioning-object">
              <div className="provisioning-row">
                <PathField name={[name, 'table']} label={t('provisioning.table')} tables />
                <Form.Item name={[name, 'only']} valuePropName="checked">
                  <Checkbox>{t('provisioning.only')}</Checkbox>
                </Form.Item>
                <RemoveRow onClick={() => remove(name)} />
              </div>
              <Pairs name={[name, 'key']} title={t('provisioning.key')} least={1} most={4} />
              <Pairs
                name={[name, 'values']}
                title={t('provisioning.objectValues')}
                least={0}
                most={50}
                typed
              />
            </div>
          ))}
          <AddRow label={t('provisioning.addObject')} onClick={() => add(firstObject)} />
        </>
      )}
    </Form.List>
  )
}

function Pairs(props: {
  name: (number | string)[]
  title: string
  least: number
  most: number
  typed?: boolean
}) {
  const { t } = useTranslation()
  const { name: list, title, least, most, typed = false } = props
  return (
    <Form.List name={list}>
      {(fields, { add, remove }) => (
        <div className="provisioning-pairs">
          <span>{title}</span>
          {fields.map(({ key, name }) => (
            <div key={key} className="provisioning-row">
              <RowText name={[name, 'name']} label={t('provisioning.path')} maxLength={128} />
              <ValueField name={[name, 'value']} label={t('provisioning.value')} />
              {typed && <TypeField name={[name, 'type']} />}
              {fields.length > least && <RemoveRow onClick={() => remove(name)} />}
            </div>
          ))}
          {fields.length < most && (
            <AddRow label={t('provisioning.addField')} onClick={() => add({ name: '', value: '' })} />
          )}
        </div>
      )}
    </Form.List>
  )
}
