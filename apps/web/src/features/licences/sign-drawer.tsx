import type { EndpointOutput } from '@netward/contract'
import { licenceFileMonths, type QuotaKind, quotaKinds } from '@netward/contract/states/licence'
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-api.ts'
import { endOfDay, startOfDay } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { filesEndpoint } from './licence.ts'

type Signed = EndpointOutput<typeof filesEndpoint>['signed'][number]
type Values = { companyCode: string; installation: string; startsAt: string; endsAt: string } & Partial<
  Record<QuotaKind, number | null>
>

/** A new file, or the next revision of one, which keeps its company. */
export function SignDrawer({ renewing, onClose }: { renewing: Signed | 'new' | null; onClose: () => void }) {
  const { t } = useTranslation()
  const sign = useAct('POST /api/v1/licence/file', { refresh: [filesEndpoint], errors: 'caller' })
  const [last, setLast] = useState<Signed | 'new'>('new')
  if (renewing !== null && renewing !== last) setLast(renewing)
  const old = last === 'new' ? null : last
  const submit = async (values: Values) => {
    const signed = await sign.mutateAsync({
      companyCode: values.companyCode.trim(),
      installation: values.installation.trim(),
      ...(old !== null && { serial: old.serial }),
      grants: quotaKinds.flatMap((kind) => {
        const quantity = values[kind]
        return typeof quantity === 'number' ? [{ kind, quantity }] : []
      }),
      ...(values.startsAt !== '' && { startsAt: startOfDay(values.startsAt) }),
      endsAt: endOfDay(values.endsAt),
    })
    saveFile(new Blob([signed.content], { type: 'application/json' }), signed.fileName)
    notify.success(t('licences.files.signedDone', { serial: signed.serial, revision: signed.revision }))
  }
  return (
    <FormDrawer<Values>
      key={old?.serial ?? 'new'}
      title={old === null ? t('licences.files.sign') : `${t('licences.files.renew')} · ${old.serial}`}
      open={renewing !== null}
      onClose={onClose}
      initialValues={{
        companyCode: old?.companyCode ?? '',
        installation: old?.installation ?? '',
        startsAt: '',
        endsAt: '',
      }}
      submitText={t('licences.files.sign')}
      savedText={false}
      onSubmit={submit}
    >
      <Form.Item
        name="companyCode"
        label={t('licences.files.companyCode')}
        extra={t('licences.files.companyCodeHint')}
        rules={[{ required: true, whitespace: true, message: t('licences.files.companyCodeEmpty') }]}
      >
        <Input disabled={old !== null} maxLength={31} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="installation"
        label={t('licences.files.requestCode')}
        extra={t('licences.files.requestCodeHint')}
        rules={[{ required: true, whitespace: true, message: t('licences.files.requestCodeEmpty') }]}
      >
        <Input className="mono" maxLength={60} autoComplete="off" />
      </Form.Item>
      <fieldset className="licence-grants">
        <legend>{t('licences.files.grants')}</legend>
        {quotaKinds.map((kind, index) => (
          <Form.Item
            key={kind}
            name={kind}
            label={t(`licences.kinds.${kind}`)}
            dependencies={quotaKinds.filter((other) => other !== kind)}
            {...(index === 0 && {
              rules: [
                ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
                  validator: () =>
                    quotaKinds.some((one) => typeof getFieldValue(one) === 'number')
                      ? Promise.resolve()
                      : Promise.reject(new Error(t('licences.files.grantsEmpty'))),
                }),
              ],
            })}
          >
            <InputNumber className="licence-number" min={1} max={10_000_000} precision={0} />
          </Form.Item>
        ))}
      </fieldset>
      <Form.Item name="startsAt" label={t('licences.startsAt')} extra={t('licences.startsNow')}>
        <DateField />
      </Form.Item>
      <Form.Item
        name="endsAt"
        label={t('licences.files.until')}
        extra={t('licences.files.untilHint', { months: licenceFileMonths })}
        rules={[{ required: true, message: t('validation.validityEmpty') }]}
      >
        <DateField />
      </Form.Item>
    </FormDrawer>
  )
}
