import { WarningOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { changedValues, draftOf, newDraft, newValues } from './changed-values.ts'
import { MappingMeaning } from './mapping-meaning.tsx'
import {
  type AddForm,
  type Change,
  type Draft,
  fieldOf,
  isWritable,
  refusedOf,
  type Target,
} from './setting.ts'
import { SettingInput } from './setting-input.tsx'
import { notSent, useAskOnceMore, useSendChange } from './use-setting-change.tsx'

export interface Opened {
  readonly target: Target
  /** The fields of a new instance. */
  readonly add: AddForm | null
  /** Values typed last time, if the gateway refused them. */
  readonly draft: Draft | null
}

interface Props {
  readonly deviceId: string
  readonly opened: Opened
  readonly open: boolean
  /** The last change, for the gateway's refusals. */
  readonly change: Change | null
  readonly onClose: () => void
  readonly onSent: (commandId: string, opened: Opened) => void
}

/** Edits an instance on the gateway, or creates one. Only differences are sent. */
export function SettingDrawer({ deviceId, opened, open, change, onClose, onSent }: Props) {
  const { t } = useTranslation()
  const send = useSendChange(deviceId)
  const ask = useAskOnceMore()
  const { target, add, draft } = opened
  const { section, instance } = target
  const initialValues = useMemo<Draft>(() => {
    const now = instance === null ? (add === null ? {} : newDraft(add)) : draftOf(instance)
    return { ...now, ...draft }
  }, [instance, add, draft])
  const refused = refusedOf(change, section, instance?.instance ?? null)

  const submit = async (values: Draft) => {
    if (instance === null) {
      const made = add === null ? [] : newValues(add, values)
      const dangerous = add?.dangerous === true
      if (!(await ask({ section, instance, changed: made, dangerous }))) throw notSent()
      const commandId = await send({ add: [{ section, values: made }], confirmed: dangerous })
      return onSent(commandId, { ...opened, draft: values })
    }
    const changed = changedValues(instance, values)
    if (changed.length === 0) {
      notify.info(t('gatewaySettings.nothingChanged'))
      throw notSent()
    }
    const dangerous = changed.some(({ field }) => fieldOf(instance, field)?.dangerous === true)
    if (!(await ask({ section, instance, changed, dangerous }))) throw notSent()
    const set = changed.map((one) => ({ section, instance: instance.instance, ...one }))
    const commandId = await send({ set, confirmed: dangerous })
    return onSent(commandId, { ...opened, draft: values })
  }

  const title = t(`gatewaySettings.sections.${section}`)
  return (
    <FormDrawer<Draft>
      title={
        instance === null
          ? t('gatewaySettings.addTitle', { section: title })
          : instance.label === ''
            ? t('gatewaySettings.editTitlePlain', { section: title })
            : t('gatewaySettings.editTitle', { section: title, label: instance.label })
      }
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('gatewaySettings.submit')}
      savedText={t('gatewaySettings.queued')}
      onSubmit={submit}
    >
      <Warning {...opened} />
      {instance === null
        ? add?.fields.map((form) => (
            <Form.Item key={form.key} noStyle dependencies={['security', 'vpnKind']}>
              {({ getFieldValue }) =>
                form.key === 'remoteNetwork' && getFieldValue('vpnKind') !== 'ipsec' ? null : (
                  <SettingInput
                    form={form}
                    required={
                      form.required ||
                      form.key === 'remoteNetwork' ||
                      (form.key === 'passphrase' && isSecured(getFieldValue('security')))
                    }
                    current={{ value: form.initial, raw: null }}
                    refused={refused.get(form.key)}
                  />
                )
              }
            </Form.Item>
          ))
        : instance.fields.filter(isWritable).map((field) => (
            <Form.Item key={field.key} noStyle dependencies={['security', 'autoChannel']}>
              {({ getFieldValue }) => (
                <SettingInput
                  form={field}
                  required={
                    field.key === 'passphrase' &&
                    fieldOf(instance, 'security')?.value === 'none' &&
                    isSecured(getFieldValue('security'))
                  }
                  disabled={field.key === 'channel' && getFieldValue('autoChannel') === true}
                  current={{ ...field, ...(field.kind !== 'secret' && field.later) }}
                  kept={field.kind === 'secret'}
                  inForce={field.later === null ? null : field}
                  refused={refused.get(field.key)}
                />
              )}
            </Form.Item>
          ))}
      {section === 'port_mapping' && <MappingMeaning instance={instance} />}
    </FormDrawer>
  )
}

/** A new or previously open network has no password yet. Enterprise ones use a server. */
const isSecured = (security: unknown): boolean =>
  typeof security === 'string' && /^(?:wpa|wpa2|wpa3|wpa_wpa2|wpa2_wpa3)$/.test(security)

const warned = ['wifi', 'lan', 'dhcp', 'account'] as const

function Warning({ target: { section, instance }, add }: Opened) {
  const { t } = useTranslation()
  const dangerous =
    instance === null
      ? add?.dangerous === true
      : instance.fields.some((field) => field.dangerous && isWritable(field))
  const own = instance === null ? undefined : warned.find((one) => one === section)
  const texts = [
    ...(dangerous ? [t('gatewaySettings.warn.dangerous')] : []),
    ...(own === undefined ? [] : [t(`gatewaySettings.warn.${own}`)]),
  ]
  return (
    <>
      {texts.map((text) => (
        <Remark key={text} text={text} />
      ))}
      {section === 'wifi' && (
        <Form.Item noStyle dependencies={['security']}>
          {({ getFieldValue }) =>
            getFieldValue('security') === 'none' ? <Remark text={t('gatewaySettings.warn.open')} /> : null
          }
        </Form.Item>
      )}
    </>
  )
}

function Remark({ text }: { text: string }) {
  return (
    <p className="device-remark device-remark-warn parameter-danger" role="note">
      <WarningOutlined aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
