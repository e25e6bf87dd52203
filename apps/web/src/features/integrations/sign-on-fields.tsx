import type { SignOnForm } from '@netward/contract/sign-on-values'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/date-field.tsx'
import { ApplicationFields } from './application-fields.tsx'
import { SecretItem } from './secret-item.tsx'
import { type SignOnField, signOnTable } from './sign-on-table.ts'
import { SignInRuleFields } from './sign-in-rule-fields.tsx'
import { TextItem } from './text-item.tsx'

/** Settings of a channel that people sign in through: the service, then who may come in. */
export function SignOnFields({ form, secrets }: { form: SignOnForm; secrets: readonly string[] | null }) {
  const { t } = useTranslation()
  const { fields, bases } = signOnTable[form]
  const values = Form.useFormInstance()
  const isOtherCloud = Form.useWatch(['entra', 'cloud'], values) === 'other'
  const hasGroups = Form.useWatch(['entra', 'departmentsFrom'], values) === 'groups'
  return (
    <>
      {fields.map((field) => (
        <OneField key={field.name} form={form} field={field} secrets={secrets} />
      ))}
      {form === 'entra' && isOtherCloud && (
        <>
          <OneField form="entra" field={{ name: 'signInBase', kind: 'url' }} secrets={secrets} />
          <OneField form="entra" field={{ name: 'graphBase', kind: 'optional' }} secrets={secrets} />
        </>
      )}
      {form === 'entra' && hasGroups && (
        <OneField form="entra" field={{ name: 'groupPrefix', kind: 'optional' }} secrets={secrets} />
      )}
      {(form === 'wecom' || form === 'dingtalk' || form === 'feishu') && <ApplicationFields form={form} />}
      {bases.length > 0 && (
        <details className="integration-bases">
          <summary>{t('signOn.baseAddresses')}</summary>
          {bases.map((name) => (
            <OneField key={name} form={form} field={{ name, kind: 'url' }} secrets={secrets} />
          ))}
        </details>
      )}
      <SignInRuleFields form={form} />
    </>
  )
}

interface FieldProps {
  readonly form: SignOnForm
  readonly field: SignOnField
  readonly secrets: readonly string[] | null
}

function OneField({ form, field, secrets }: FieldProps) {
  const { t } = useTranslation()
  const name = [form, field.name] as [string, string]
  // The table of the phrases has each field of each form.
  const label = t(`signOn.fields.${form}.${field.name}.label` as 'signOn.fields.oidc.issuer.label')
  const hint = t(`signOn.fields.${form}.${field.name}.hint` as 'signOn.fields.oidc.issuer.hint')
  const required = [{ required: true, whitespace: true, message: t('integrations.required') }]
  switch (field.kind) {
    case 'secret':
      return (
        <SecretItem
          name={name}
          label={label}
          hint={hint}
          isSet={secrets?.includes('secret') === true}
          required
        />
      )
    case 'optionalSecret':
      return <OptionalSecret form={form} name={field.name} secrets={secrets} label={label} hint={hint} />
    case 'choice':
      return (
        <Form.Item name={name} label={label} extra={hint}>
          <Select
            options={field.options.map((value) => ({
              value,
              label: t(`signOn.${field.phrases}.${value}` as 'signOn.clouds.global'),
            }))}
          />
        </Form.Item>
      )
    case 'area':
    case 'optionalArea':
      return (
        <Form.Item name={name} label={label} extra={hint} rules={field.kind === 'area' ? required : []}>
          <Input.TextArea rows={5} maxLength={20_000} spellCheck={false} className="mono" />
        </Form.Item>
      )
    case 'day':
      return (
        <Form.Item name={name} label={label} extra={hint}>
          <DateField />
        </Form.Item>
      )
    case 'port':
      return (
        <Form.Item
          name={name}
          label={label}
          extra={hint}
          rules={[{ required: true, message: t('integrations.required') }]}
        >
          <InputNumber min={1} max={65535} precision={0} />
        </Form.Item>
      )
    case 'url':
      return (
        <TextItem
          name={name}
          label={label}
          hint={hint}
          most={500}
          rules={[{ pattern: /^https?:\/\/[^\s/]/, message: t('signOn.urlWrong') }]}
        />
      )
    case 'guid':
      return (
        <TextItem
          name={name}
          label={label}
          hint={hint}
          rules={[
            {
              pattern: /^\s*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i,
              message: t('signOn.guidWrong'),
            },
          ]}
        />
      )
    case 'text':
    case 'optional':
      return <TextItem name={name} label={label} hint={hint} most={500} required={field.kind === 'text'} />
  }
}

/** A secret that may be taken away again. */
function OptionalSecret(props: {
  readonly form: SignOnForm
  readonly name: string
  readonly secrets: readonly string[] | null
  readonly label: string
  readonly hint: string
}) {
  const { t } = useTranslation()
  const { form, name, secrets, label, hint } = props
  const isSet = secrets?.includes(name) === true
  const removal = [form, `${name}Removed`]
  const isRemoved = Form.useWatch(removal, Form.useFormInstance()) === true
  return (
    <>
      <SecretItem
        name={[form, name]}
        label={label}
        hint={hint}
        isSet={isSet}
        required={false}
        disabled={isRemoved}
      />
      {isSet && (
        <Form.Item name={removal} valuePropName="checked">
          <Checkbox>{t('signOn.secretRemove', { name: label })}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
