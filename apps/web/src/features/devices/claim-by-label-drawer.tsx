import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletItem } from './outlet-item.tsx'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

interface Values {
  oui: string
  productClass: string
  serialNumber: string
  labelSecret: string
  outletId: string | undefined
}

const initialValues: Values = {
  oui: '',
  productClass: '',
  serialNumber: '',
  labelSecret: '',
  outletId: undefined,
}

/** A claim by what the label says. A refusal tells nothing, whatever its cause. */
export function ClaimByLabelDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const [refused, setRefused] = useState(false)
  const claim = useAct('POST /api/v1/device/pool/claim-by-label', {
    errors: 'caller',
    refresh: ['POST /api/v1/device/pool/lists'],
  })
  const close = () => {
    setRefused(false)
    onClose()
  }
  const submit = async (values: Values) => {
    setRefused(false)
    try {
      const { outletId, ...label } = values
      await claim.mutateAsync({ ...label, ...(outletId !== undefined && { outletId }) })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'gateway.claim_refused') {
        error.reported = true
        setRefused(true)
      }
      throw error
    }
  }
  return (
    <FormDrawer<Values>
      title={t('devices.pool.byLabel')}
      open={open}
      onClose={close}
      initialValues={initialValues}
      submitText={t('devices.pool.claim')}
      savedText={t('devices.pool.byLabelDone')}
      onSubmit={submit}
    >
      <div className="claim-explained">
        <p className="device-plain">{t('devices.pool.byLabelText')}</p>
        <p className="device-plain">{t('devices.pool.forCompany', { company: scope.companyName })}</p>
        {refused && (
          <p className="device-remark device-remark-warn" role="alert">
            {t('devices.pool.refused')}
          </p>
        )}
      </div>
      <Form.Item
        name="serialNumber"
        label={t('devices.serialNumber')}
        rules={[{ required: true, whitespace: true, message: t('devices.pool.serialRequired') }]}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="oui"
        label={t('devices.oui')}
        extra={t('devices.pool.ouiHint')}
        normalize={(value: string) => value.replaceAll(/[\s:.-]/g, '').toUpperCase()}
        rules={[{ required: true, pattern: /^[0-9A-F]{6}$/, message: t('devices.pool.ouiWrong') }]}
      >
        <Input maxLength={17} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="productClass" label={t('devices.productClass')}>
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="labelSecret"
        label={t('devices.pool.labelSecret')}
        extra={t('devices.pool.labelSecretHint')}
        rules={[{ required: true, message: t('devices.pool.secretRequired') }]}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Form.Item>
      <OutletItem companyId={scope.companyId} open={open} />
    </FormDrawer>
  )
}
