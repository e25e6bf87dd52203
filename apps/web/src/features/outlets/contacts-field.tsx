import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { maxContacts } from '@netward/contract/outlet-values'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import './outlets.css'

/** Contacts at the outlet, the first one first. */
export function ContactsField() {
  const { t } = useTranslation()
  return (
    <Form.List name="contacts">
      {(fields, { add, remove }) => (
        <fieldset className="outlet-contacts">
          <legend>{t('outlets.contacts')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="outlet-contact">
              <Form.Item
                name={[name, 'name']}
                rules={[{ required: true, whitespace: true, message: t('validation.missing') }]}
              >
                <Input
                  maxLength={100}
                  autoComplete="off"
                  placeholder={t('outlets.contactName')}
                  aria-label={t('outlets.contactName')}
                />
              </Form.Item>
              <Form.Item name={[name, 'phone']}>
                <Input
                  maxLength={40}
                  autoComplete="off"
                  inputMode="tel"
                  placeholder={t('outlets.contactPhone')}
                  aria-label={t('outlets.contactPhone')}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('outlets.contactRemove')}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {fields.length < maxContacts && (
            <Button
              type="dashed"
              icon={<PlusOutlined />}
              onClick={() => add({ name: '', phone: '' })}
              className="outlet-contact-add"
            >
              {t('outlets.contactAdd')}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
